#include "gui/analysis/leaderboard_columns.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/modulus/algorithm.h"
#include "tests/support/run_files.h"
#include "tests/support/variant_rows.h"

namespace modlab::gui {
namespace {

std::string text_in(std::string_view heading, const analysis::Run& run, std::size_t index) {
  const auto columns = leaderboard_columns();
  const auto column = std::ranges::find(columns, heading, &LeaderboardColumn::heading);
  return column == columns.end() ? "no such column" : column->text(run, index);
}

std::string text_in(std::string_view heading, const store::Row& row) {
  return text_in(heading, analysis::make_run({row}), 0);
}

TEST(LeaderboardColumns, FiguresAreInTheUnitsOfTheirHeadings) {
  store::Row row = measured_row("floor", "raw-b16", 800000);
  row.roofline_pct = 97.13;
  EXPECT_EQ(text_in("workload", row), "floor/f32/1048576/packed/out/mixed");
  EXPECT_EQ(text_in("median µs", row), "800.00");
  EXPECT_EQ(text_in("± %", row), "1.00");
  EXPECT_EQ(text_in("GB/s", row), "15.73");
  EXPECT_EQ(text_in("roof %", row), "97.1");
}

TEST(LeaderboardColumns, MissingFiguresAreEmpty) {
  const store::Row row = failed_row("floor", "raw-b16", "refused");
  for (const char* heading : {"tie", "median µs", "± %", "GB/s", "roof %", "times best", "samples"})
    EXPECT_EQ(text_in(heading, row), "") << heading;
}

TEST(LeaderboardColumns, EveryRowIsHeldAgainstTheBestExactVariant) {
  const analysis::Run run = run_of({variant_row({}, 200), variant_row({.threads = 128}, 100), peer_row(150),
                                    variant_row({.algorithm = modulus::Algorithm::formula}, 80)});
  EXPECT_EQ(text_in("times best", run, 0), "2.000 ±0.088");
  EXPECT_EQ(text_in("times best", run, 1), "1");
  EXPECT_EQ(text_in("times best", run, 2), "1.500 ±0.066");
  EXPECT_EQ(text_in("times best", run, 3), "0.800 ±0.035");
  const auto ratio = analysis::times_best_exact(run, 2);
  ASSERT_TRUE(ratio);
  EXPECT_NEAR(ratio->ci.low, 1.44, 0.02);
  EXPECT_NEAR(ratio->ci.high, 1.57, 0.02);
}

TEST(LeaderboardColumns, OneSampleHasNoInterval) {
  std::vector<store::Row> rows{variant_row({}, 200), variant_row({.threads = 128}, 100)};
  rows[0].samples = 1;
  rows[0].ci_low_ns = rows[0].ci_high_ns = rows[0].median_ns;
  const analysis::Run run = run_of(std::move(rows));
  EXPECT_EQ(text_in("± %", run, 0), "");
  EXPECT_EQ(text_in("times best", run, 0), "2.000");
}

TEST(LeaderboardColumns, OnlyMembersOfATieSetAreMarked) {
  store::Row row = measured_row("floor", "raw-b16", 1);
  for (const auto& [tie, mark] : {std::pair{"best", "best"}, {"yes", "tie"}, {"no", ""}, {"", ""}}) {
    row.tie = tie;
    EXPECT_EQ(text_in("tie", row), mark);
    EXPECT_EQ(is_tied(row), *mark != '\0');
  }
  row = peer_row(1);
  row.tie = "best";
  EXPECT_EQ(text_in("tie", row), "") << "a peer competes with nobody";
}

}  // namespace
}  // namespace modlab::gui
