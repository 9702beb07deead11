#include "harness/store/best_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace modlab::store {
namespace {

TEST(BestAnswer, NamesTheWorkloadAndTheVariantOfEachAnswer) {
  BestAnswer wide;
  wide.workload = "floor/f32/4/packed/out/mixed";
  wide.configuration.variant = "typed-b16-x2-t256-group-split-table-d3dcompile-5.1";
  BestAnswer plain;
  plain.workload = "truncate/f16/4x5/padded/in-a/mixed";
  plain.configuration.variant = "raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1";
  const std::string json = best_json({wide, plain});
  for (const BestAnswer& answer : {wide, plain}) {
    EXPECT_THAT(json, testing::HasSubstr(R"("workload": ")" + answer.workload + '"'));
    EXPECT_THAT(json, testing::HasSubstr(R"("variant": ")" + answer.configuration.variant + '"'));
  }
}

}  // namespace
}  // namespace modlab::store
