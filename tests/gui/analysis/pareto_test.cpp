#include "gui/analysis/pareto.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "kernels/modulus/algorithm.h"
#include "tests/support/variant_rows.h"

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;

TEST(ParetoFront, KeepsPointsThatNoOtherDominates) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto front = pareto_front({{.index = 0, .error = 0, .median_ns = 50},
                                   {.index = 1, .error = 0, .median_ns = 40},
                                   {.index = 2, .error = 3, .median_ns = 45},
                                   {.index = 3, .error = 5, .median_ns = 30},
                                   {.index = 4, .error = infinity, .median_ns = 20},
                                   {.index = 5, .error = infinity, .median_ns = 25},
                                   {.index = 6, .error = 0, .median_ns = 10, .of_peer = true}});
  EXPECT_THAT(front, ElementsAre(Field(&AccuracyPoint::index, 1U), Field(&AccuracyPoint::index, 3U),
                                 Field(&AccuracyPoint::index, 4U)));
}

TEST(AccuracyPoints, AreVariantsAndPeersWhoseErrorIsRecorded) {
  store::Row formula = variant_row({.algorithm = modulus::Algorithm::formula}, 120);
  formula.mismatches = 256;
  store::Row exact = variant_row({}, 200);
  exact.mismatches = 0;
  const analysis::Run run = run_of({exact, formula, variant_row({.threads = 128}, 150)});
  std::vector<store::Row> elsewhere{formula, formula};
  elsewhere[1].op = "truncate";
  const auto points = accuracy_points(run, 0, ErrorMeasure::inexact_share, elsewhere);
  ASSERT_EQ(points.size(), 3U) << "one row has no count, one peer is of another workload";
  EXPECT_EQ(points[1].index, 1U);
  EXPECT_EQ(points[1].error, 0.25);
  EXPECT_EQ(points[2].index, std::nullopt);
  EXPECT_EQ(points[2].row, &elsewhere[0]);
  EXPECT_TRUE(points[2].of_peer);
}

TEST(AccuracyPoints, TheMeasuresOfAnEarlierRunAreThoseItHas) {
  store::Row row = variant_row({}, 200);
  EXPECT_THAT(recorded_measures(run_of({row}), 0), ElementsAre(ErrorMeasure::max_ulp));
  row.mismatches = 0;
  EXPECT_THAT(recorded_measures(run_of({row}), 0), ElementsAre(ErrorMeasure::inexact_share, ErrorMeasure::max_ulp));
  row.ulp_p999 = 0;
  row.error_per_divisor = 0;
  EXPECT_THAT(recorded_measures(run_of({row}), 0),
              ElementsAre(ErrorMeasure::inexact_share, ErrorMeasure::error_per_divisor, ErrorMeasure::ulp_p999,
                          ErrorMeasure::max_ulp));
}

}  // namespace
}  // namespace modlab::gui
