#include "harness/analysis/roofline_bars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/variant_rows.h"

namespace modlab {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(RooflineBars, EachWorkloadHasItsRoofAndTheBestOfEachClass) {
  Row other = variant_row({}, 100);
  other.op = "truncate";
  other.roofline_gbps = 150;
  const modlab::Run run =
      run_of({variant_row({}, 200), variant_row({.threads = 128}, 150),
              variant_row({.algorithm = Algorithm::formula}, 120), other, variant_row(kDirectMl, 90)});
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
  Row row = variant_row({}, 200);
  row.bytes = 6000;
  modlab::Run run = run_of({row});
  EXPECT_EQ(roofline_bars(run).at(0).floor_gbps, 0);
  WorkloadContext& workload = run.files.context.workloads.emplace_back();
  workload.workload = workload_of(row);
  workload.launch_floor = {2000, {1900, 2100}, 20};
  EXPECT_EQ(roofline_bars(run).at(0).floor_gbps, 3);
}

TEST(RooflineLabels, GetShorterTheMoreThereAre) {
  const auto labels = [](std::size_t count) {
    std::vector<RooflineBar> bars;
    for (std::size_t i = 0; i < count; ++i)
      bars.push_back({.label = std::string(i < 20 ? "floor" : "truncate") + "/f32/" + std::to_string(i) + "/packed/" +
                               (i % 2 == 0 ? "out" : "in-a") + "/mixed",
                      .best_exact = {},
                      .best_formula = {},
                      .peers = {}});
    return axis_labels(bars);
  };
  EXPECT_EQ(labels(2)[1], "floor/f32/1/packed/in-a/mixed");
  EXPECT_EQ(labels(10)[1], "floor/f32\n1\npacked\nin-a\nmixed");
  const std::vector<std::string> many = labels(40);
  EXPECT_EQ(many[0], "floor\nout");
  EXPECT_EQ(many[1], " \nin-a") << "same operator as the one before; type and data set are the same for all";
  EXPECT_EQ(many[20], "truncate\nout");
}

}  // namespace
}  // namespace modlab
