#include "harness/tune/strategy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/error.h"
#include "kernels/space.h"
#include "kernels/workload.h"

namespace modlab {
namespace {

std::vector<Variant> whole_space() {
  Platform platform;
  platform.compilers = {CompilerTraits{}};
  return VariantSpace(describe(Workload{}), platform).legal();
}

std::vector<std::string> proposals(std::string_view strategy, std::uint64_t seed) {
  const auto made = make_strategy(strategy, whole_space(), seed);
  std::vector<std::string> names;
  while (const auto variant = made->next({})) names.push_back(name_of(*variant));
  return names;
}

class EveryStrategy : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryStrategy, ProposesEachVariantOnce) {
  const auto names = proposals(GetParam(), 1);
  EXPECT_EQ(names.size(), whole_space().size());
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST_P(EveryStrategy, IsTheSameForTheSameSeed) { EXPECT_EQ(proposals(GetParam(), 4), proposals(GetParam(), 4)); }

INSTANTIATE_TEST_SUITE_P(Strategy, EveryStrategy, testing::Values("exhaustive", "random"),
                         [](const auto& test) { return std::string(test.param); });

TEST(RandomStrategy, StartsWithThePlainestOfEachClass) {
  const auto names = proposals("random", 5);
  EXPECT_EQ(names[0], "raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1");
  EXPECT_EQ(names[1], "raw-b4-x1-t64-group-formula-root-d3dcompile-5.1");
}

TEST(RandomStrategy, DependsOnTheSeed) { EXPECT_NE(proposals("random", 1), proposals("random", 2)); }

TEST(MakeStrategy, RefusesAnUnknownName) { EXPECT_THROW(make_strategy("magic", {}, 1), Error); }

}  // namespace
}  // namespace modlab
