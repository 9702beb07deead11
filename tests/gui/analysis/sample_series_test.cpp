#include "gui/analysis/sample_series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/variant_rows.h"

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(SampleSeries, KeepsTheOrderOfPhasesAndTheMarks) {
  store::Row row = variant_row({}, 100);
  row.row = 2;
  const std::vector<store::Sample> samples{{.row = 1, .phase = "screen", .index = 0, .ns = 1},
                                           {.row = 2, .phase = "screen", .index = 0, .ns = 64},
                                           {.row = 2, .phase = "screen", .index = 1, .ns = 128, .drifted = true},
                                           {.row = 2, .phase = "confirm", .index = 0, .ns = 256, .outlier = true},
                                           {.row = 3, .phase = "screen", .index = 0, .ns = 1}};
  const SampleSeries series = sample_series(row, samples, analysis::Unit::throughput);
  ASSERT_THAT(series.points, SizeIs(3));
  EXPECT_EQ(series.points[0].value, 192);
  EXPECT_TRUE(series.points[1].drifted);
  EXPECT_TRUE(series.points[2].outlier);
  ASSERT_THAT(series.phases, SizeIs(2));
  EXPECT_EQ(series.phases[1].name, "confirm");
  EXPECT_EQ(series.phases[1].begin, 2);
}

TEST(Histogram, CountsEveryFiniteValueOnce) {
  const std::vector<double> values{1, 2, 2, 3, 3, 3, 4, 5, 10, std::numeric_limits<double>::infinity()};
  const std::vector<Bin> bins = histogram(values);
  ASSERT_THAT(bins, SizeIs(3));
  EXPECT_EQ(bins[0].low, 1);
  EXPECT_EQ(bins[2].high, 10);
  EXPECT_THAT(bins, ElementsAre(Field(&Bin::count, 6), Field(&Bin::count, 2), Field(&Bin::count, 1)));
}

TEST(Histogram, EqualValuesHaveOneBinOfVisibleWidth) {
  const std::vector<double> values{7};
  const std::vector<Bin> bins = histogram(values);
  ASSERT_THAT(bins, SizeIs(1));
  EXPECT_LT(bins[0].low, 7);
  EXPECT_GT(bins[0].high, 7);
  EXPECT_EQ(bins[0].count, 1);
  EXPECT_THAT(histogram({}), IsEmpty());
}

}  // namespace
}  // namespace modlab::gui
