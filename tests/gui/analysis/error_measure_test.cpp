#include "gui/analysis/error_measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// As journals of earlier versions have it.
store::Row earlier_row() {
  store::Row row;
  row.shape = "10x100";
  row.mismatches = 50;
  row.max_ulp = 2e9;
  return row;
}

TEST(ErrorMeasure, AnEarlierJournalGivesTheShareAndTheLargest) {
  const store::Row row = earlier_row();
  EXPECT_EQ(error_of(row, ErrorMeasure::inexact_share), 0.05);
  EXPECT_EQ(error_of(row, ErrorMeasure::max_ulp), 2e9);
  EXPECT_EQ(error_of(row, ErrorMeasure::error_per_divisor), std::nullopt);
  EXPECT_EQ(error_of(row, ErrorMeasure::ulp_p999), std::nullopt);
}

TEST(ErrorMeasure, SpecialResultsAreLeftOut) {
  store::Row row = earlier_row();
  row.max_ulp = kInfinite;
  EXPECT_EQ(error_of(row, ErrorMeasure::max_ulp), kInfinite);
  row.special_mismatches = 40;
  row.max_finite_ulp = 3;
  row.ulp_p999 = 1;
  row.error_per_divisor = 1e-6;
  EXPECT_EQ(error_of(row, ErrorMeasure::inexact_share), 0.01);
  EXPECT_EQ(error_of(row, ErrorMeasure::max_ulp), 3);
  EXPECT_EQ(error_of(row, ErrorMeasure::ulp_p999), 1);
  EXPECT_EQ(error_of(row, ErrorMeasure::error_per_divisor), 1e-6);
}

TEST(ErrorMeasure, AShapeThatIsNoneHasNoShare) {
  store::Row row = earlier_row();
  row.shape = "many";
  EXPECT_EQ(error_of(row, ErrorMeasure::inexact_share), std::nullopt);
  row.shape = "10x100";
  row.mismatches.reset();
  EXPECT_EQ(error_of(row, ErrorMeasure::inexact_share), std::nullopt);
}

TEST(ErrorAxis, ZeroIsLeftAndInfinityRightOfAllPowers) {
  const ErrorAxis axis = error_axis(std::array{0.0, 3.0, 250.0, kInfinite}, ErrorMeasure::max_ulp, 20);
  EXPECT_THAT(axis.texts, ElementsAre("0", "1", "10", "100", "1000", "NaN"));
  EXPECT_THAT(axis.ticks, ElementsAre(-1, 0, 1, 2, 3, 4));
  EXPECT_EQ(axis.position_of(0), -1);
  EXPECT_EQ(axis.position_of(100), 2);
  EXPECT_EQ(axis.position_of(kInfinite), 4);
}

TEST(ErrorAxis, SharesAreInPercent) {
  const ErrorAxis axis = error_axis(std::array{0.0, 2e-6, 0.8}, ErrorMeasure::inexact_share, 20);
  EXPECT_THAT(axis.texts, ElementsAre("0", "1e-4 %", "0.001 %", "0.01 %", "0.1 %", "1 %", "10 %", "100 %"));
}

TEST(ErrorAxis, HasNoMoreTicksThanThereIsRoomFor) {
  for (const std::size_t room : {2U, 3U, 5U, 8U, 13U, 40U}) {
    const ErrorAxis axis = error_axis(std::array{1e-31, 1e31, kInfinite}, ErrorMeasure::error_per_divisor, room);
    EXPECT_LE(axis.ticks.size(), std::max<std::size_t>(room, 4)) << room;
    EXPECT_EQ(axis.ticks.size(), axis.texts.size());
    EXPECT_TRUE(std::ranges::is_sorted(axis.ticks));
    EXPECT_LT(axis.low, axis.position_of(0));
    EXPECT_LT(axis.position_of(0), axis.position_of(1e-31));
    EXPECT_LT(axis.position_of(1e31), axis.position_of(kInfinite));
    EXPECT_LT(axis.position_of(kInfinite), axis.high);
  }
}

TEST(ErrorAxis, OfExactResultsAloneHasOneTick) {
  EXPECT_THAT(error_axis(std::array{0.0, 0.0}, ErrorMeasure::ulp_p999, 10).ticks, SizeIs(1));
}

}  // namespace
}  // namespace modlab::gui
