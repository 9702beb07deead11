#include "harness/analysis/roofline_bars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/modulus/algorithm.h"
#include "tests/support/variant_rows.h"

namespace modlab::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(RooflineBars, EachWorkloadHasItsRoofAndTheBestOfEachClass) {
  store::Row other = variant_row({}, 100);
  other.op = "truncate";
  other.roofline_gbps = 150;
  const analysis::Run run = run_of({variant_row({}, 200), variant_row({.threads = 128}, 150),
                                    variant_row({.algorithm = modulus::Algorithm::formula}, 120), other, peer_row(90)});
  const auto bars = roofline_bars(run);
  ASSERT_THAT(bars, SizeIs(2));
  EXPECT_EQ(bars[0].roof_gbps, 100);
  EXPECT_EQ(bars[0].best_exact, 1U);
  EXPECT_EQ(bars[0].best_formula, 2U);
  EXPECT_THAT(bars[0].peers, ElementsAre(4U));
  EXPECT_EQ(bars[1].roof_gbps, 150);
  EXPECT_EQ(bars[1].best_formula, std::nullopt);
}

TEST(RooflineBars, TheLaunchFloorIsTheThroughputThatItAloneWouldAllow) {
  store::Row row = variant_row({}, 200);
  row.bytes = 6000;
  analysis::Run run = run_of({row});
  EXPECT_EQ(roofline_bars(run).at(0).floor_gbps, 0);
  store::WorkloadContext& workload = run.files.context.workloads.emplace_back();
  workload.workload = store::workload_of(row);
  workload.launch_floor = {2000, {1900, 2100}, 20};
  EXPECT_EQ(roofline_bars(run).at(0).floor_gbps, 3);
}

TEST(RooflineBars, EveryMeasuredLimitIsThere) {
  store::Row warm = variant_row({}, 200);
  store::Row cold = warm;
  cold.mode = "cold";
  cold.roofline_gbps = 60;
  cold.packed_gbps = 80;
  store::Row elsewhere = cold;
  elsewhere.adapter = "another";
  elsewhere.roofline_gbps = 7;
  store::Row other = warm;
  other.op = "truncate";
  analysis::Run run = run_of({warm, cold, elsewhere, other});
  store::WorkloadContext& workload = run.files.context.workloads.emplace_back();
  workload.workload = store::workload_of(other);
  workload.launch_floor = {1000, {900, 1100}, 20};
  const auto bars = roofline_bars(run);
  ASSERT_THAT(bars, SizeIs(4));
  const RooflineLimit warm_copy{LimitKind::warm_copy, 100};
  const RooflineLimit cold_copy{LimitKind::cold_copy, 60};
  const RooflineLimit packed_copy{LimitKind::packed_copy, 80};
  EXPECT_THAT(bars[0].limits, ElementsAre(warm_copy, cold_copy));
  EXPECT_THAT(bars[1].limits, ElementsAre(cold_copy, packed_copy, warm_copy));
  EXPECT_THAT(bars[2].limits, ElementsAre(RooflineLimit{LimitKind::cold_copy, 7}, packed_copy));
  EXPECT_THAT(bars[3].limits, ElementsAre(warm_copy, RooflineLimit{LimitKind::launch_floor, 12.288}));
  const analysis::Run alone = run_of({warm});
  const analysis::Run beside = run_of({cold});
  EXPECT_THAT(roofline_bars(alone).at(0).limits, ElementsAre(warm_copy));
  EXPECT_THAT(roofline_bars(alone, &beside).at(0).limits, ElementsAre(warm_copy, cold_copy));
  EXPECT_THAT(roofline_bars(alone, &alone).at(0).limits, ElementsAre(warm_copy));
}

}  // namespace
}  // namespace modlab::analysis
