#include "gui/analysis/leaderboard_columns.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/gui/run_files.h"

namespace modlab {
namespace {

std::string text_in(std::string_view heading, const Row& row) {
  const auto columns = leaderboard_columns();
  const auto column = std::ranges::find(columns, heading, &LeaderboardColumn::heading);
  return column == columns.end() ? "no such column" : column->text(row);
}

TEST(LeaderboardColumns, FiguresAreInTheUnitsOfTheirHeadings) {
  Row row = measured_row("floor", "raw-b16", 800000);
  row.roofline_pct = 97.13;
  EXPECT_EQ(text_in("workload", row), "floor/f32/1048576/packed/out/mixed");
  EXPECT_EQ(text_in("median µs", row), "800.00");
  EXPECT_EQ(text_in("± %", row), "1.00");
  EXPECT_EQ(text_in("GB/s", row), "15.73");
  EXPECT_EQ(text_in("roof %", row), "97.1");
}

TEST(LeaderboardColumns, MissingFiguresAreEmpty) {
  const Row row = failed_row("floor", "raw-b16", "refused");
  for (const char* heading : {"tie", "median µs", "± %", "GB/s", "roof %", "samples"})
    EXPECT_EQ(text_in(heading, row), "") << heading;
}

TEST(LeaderboardColumns, OnlyMembersOfATieSetAreMarked) {
  Row row = measured_row("floor", "raw-b16", 1);
  for (const auto& [tie, mark] : {std::pair{"best", "best"}, {"yes", "tie"}, {"no", ""}, {"", ""}}) {
    row.tie = tie;
    EXPECT_EQ(text_in("tie", row), mark);
    EXPECT_EQ(is_tied(row), *mark != '\0');
  }
}

}  // namespace
}  // namespace modlab
