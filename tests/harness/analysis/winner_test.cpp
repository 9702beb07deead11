#include "harness/analysis/winner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/variant_rows.h"

namespace modlab::analysis {
namespace {

using ::testing::ElementsAre;

analysis::Run run_with_ties() {
  std::vector<store::Row> rows{variant_row({.threads = 32}, 40), variant_row({.threads = 64}, 12),
                               variant_row({.threads = 128}, 10), variant_row({.threads = 256}, 11)};
  rows[1].tie = rows[3].tie = "yes";
  rows[2].tie = "best";
  rows[0].tie = "no";
  return run_of(std::move(rows));
}

TEST(Winner, HasItsTieSetTheFastestFirst) {
  const analysis::Run run = run_with_ties();
  const auto winner = winner_of(run, 0, "exact");
  ASSERT_TRUE(winner);
  EXPECT_EQ(winner->best, &run.rows()[2]);
  EXPECT_EQ(winner->plainest, &run.rows()[1]) << "not what was tried first, which other workloads may have suggested";
  EXPECT_THAT(winner->ties, ElementsAre(&run.rows()[3], &run.rows()[1]));
  EXPECT_EQ(tie_text(*winner), "2");
  EXPECT_FALSE(winner_of(run, 0, "formula"));
}

TEST(Winner, TiesWithAtLeastSoManyWhereTheComparisonWasNotFinished) {
  analysis::Run run = run_with_ties();
  store::WorkloadContext& about = run.files.context.workloads.emplace_back();
  about.workload = run.groups[0].label;
  about.unsettled = {"exact"};
  EXPECT_EQ(tie_text(*winner_of(run, 0, "exact")), "at least 2");
}

TEST(Winner, IsNotConfirmedInARunThatEndedBefore) {
  const analysis::Run run = run_of({variant_row({.threads = 64}, 12), variant_row({.threads = 128}, 10)});
  const auto winner = winner_of(run, 0, "exact");
  EXPECT_EQ(winner->best, &run.rows()[1]) << "the fastest";
  EXPECT_EQ(tie_text(*winner), "not confirmed");
}

}  // namespace
}  // namespace modlab::analysis
