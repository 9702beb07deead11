#include "harness/analysis/peers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/variant_rows.h"

namespace modlab {
namespace {

using ::testing::ElementsAre;

TEST(Peers, AreThoseOfTheRunAndThoseMeasuredElsewhereOnTheSameWorkload) {
  Row own = variant_row({}, 900);
  own.variant = "directml";
  own.accuracy = "peer";
  const modlab::Run run = run_of({variant_row({}, 1000), own});
  std::vector<Row> elsewhere(4, variant_row({}, 1100));
  elsewhere[1].dtype = "i8";
  elsewhere[2].status = "wrong result";
  elsewhere[3].accuracy = "formula";
  EXPECT_THAT(peers_of(run, 0, elsewhere), ElementsAre(&run.rows()[1], &elsewhere[0], &elsewhere[3]));
}

}  // namespace
}  // namespace modlab
