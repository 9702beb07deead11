#include "harness/analysis/axis_effect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/modulus/algorithm.h"
#include "tests/support/variant_rows.h"

namespace modlab::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(AxisEffect, ABoxForEachValueOverItsVariants) {
  std::vector<store::Row> rows;
  for (const double ns : {40.0, 10.0, 20.0, 50.0, 30.0}) rows.push_back(variant_row({.threads = 64}, ns));
  rows.push_back(variant_row({.threads = 128}, 7));
  const analysis::Run run = run_of(rows);
  const auto effects = axis_effect(run, 0, {}, axis_of(run, "threads"), Unit::time);
  ASSERT_THAT(effects, SizeIs(2));
  EXPECT_EQ(effects[0].value, "64");
  EXPECT_EQ(effects[0].figures.median, 30);
  EXPECT_EQ(effects[0].figures.q1, 20);
  EXPECT_EQ(effects[0].figures.q3, 40);
  EXPECT_EQ(effects[0].figures.min, 10);
  EXPECT_EQ(effects[0].largest, 50);
  EXPECT_THAT(effects[0].indices, ElementsAre(1, 2, 4, 0, 3)) << "the fastest first";
  EXPECT_EQ(effects[1].figures.median, 7);
}

TEST(AxisCost, IsTheTimeLostAtTheWorstValueAndTheMostCostlyComesFirst) {
  const analysis::Run run =
      run_of({variant_row({.per_thread = 1, .threads = 64}, 10), variant_row({.per_thread = 1, .threads = 128}, 11),
              variant_row({.per_thread = 2, .threads = 64}, 20), variant_row({.per_thread = 2, .threads = 128}, 25)});
  const std::vector<AxisCost> costs = axis_costs(run, 0, "exact");
  ASSERT_EQ(costs.size(), 2U) << "the other axes have one value each";
  EXPECT_EQ(run.axes[costs[0].axis].name, "per_thread");
  EXPECT_EQ(costs[0].best, "1");
  EXPECT_EQ(costs[0].worst, "2");
  EXPECT_NEAR(costs[0].share, 1.0, 1e-12);
  EXPECT_EQ(run.axes[costs[1].axis].name, "threads");
  EXPECT_NEAR(costs[1].share, 0.1, 1e-12);
}

TEST(AxisCost, LeavesOutOtherClassesAndVariantsWithoutAFigure) {
  store::Row failed = variant_row({.threads = 128}, 1);
  failed.status = "wrong result";
  const analysis::Run run = run_of({variant_row({.threads = 64}, 10), failed,
                                    variant_row({.threads = 128, .algorithm = modulus::Algorithm::formula}, 5)});
  EXPECT_TRUE(axis_costs(run, 0, "exact").empty());
}

}  // namespace
}  // namespace modlab::analysis
