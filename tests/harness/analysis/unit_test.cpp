#include "harness/analysis/unit.h"

#include <gtest/gtest.h>

#include "tests/support/variant_rows.h"

namespace modlab::analysis {
namespace {

TEST(Unit, ConvertsTheMedianToEachUnit) {
  const store::Row row = variant_row({}, 256);
  EXPECT_EQ(figure_of(row, Unit::time), 256);
  EXPECT_EQ(figure_of(row, Unit::throughput), 48);
  EXPECT_EQ(figure_of(row, Unit::roofline), 48);
}

TEST(Unit, FailedRowsAndRowsWithoutARoofHaveNoFigure) {
  store::Row row = variant_row({}, 256);
  row.roofline_gbps.reset();
  EXPECT_EQ(figure_of(row, Unit::roofline), std::nullopt);
  row.status = "above the roofline";
  EXPECT_EQ(figure_of(row, Unit::time), std::nullopt);
}

TEST(Unit, IntervalsAreInOrderInEveryUnit) {
  const store::Row row = variant_row({}, 100);
  for (const auto& unit : kUnitNames) {
    const auto interval = interval_of(row, unit.value);
    ASSERT_TRUE(interval) << unit.name;
    EXPECT_LT(interval->low, *figure_of(row, unit.value));
    EXPECT_GT(interval->high, *figure_of(row, unit.value));
  }
}

TEST(Unit, TextsHaveASuitableUnit) {
  EXPECT_EQ(figure_text(Unit::time, 12.5), "12.5 ns");
  EXPECT_EQ(figure_text(Unit::time, 49290), "49.29 µs");
  EXPECT_EQ(figure_text(Unit::time, 4.28e6), "4.28 ms");
  EXPECT_EQ(figure_text(Unit::throughput, 4086.08), "4086 GB/s");
  EXPECT_EQ(figure_text(Unit::roofline, 97.12), "97.1 %");
}

TEST(Unit, AMedianIsFollowedByItsInterval) {
  store::Row row = variant_row({}, 100);
  EXPECT_EQ(median_text(row, Unit::time), "100 ns (98 ns to 104 ns)");
  row.ci_low_ns.reset();
  EXPECT_EQ(median_text(row, Unit::time), "100 ns");
  row.status = "wrong result";
  EXPECT_EQ(median_text(row, Unit::time), "");
}

}  // namespace
}  // namespace modlab::analysis
