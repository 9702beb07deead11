#include "harness/analysis/convergence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/variant_rows.h"

namespace modlab::analysis {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(Convergence, KeepsEachImprovementAndTheEnd) {
  std::vector<store::Row> rows{variant_row({}, 30), variant_row({}, 40), variant_row({}, 20), variant_row({}, 25)};
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].utc = "2026-11-15T01:30:0" + std::to_string(2 * i) + "Z";
  const Convergence curve = convergence(run_of(rows), 0, "exact");
  ASSERT_THAT(curve.steps, SizeIs(3));
  EXPECT_EQ(curve.steps[1].evaluations, 3);
  EXPECT_EQ(curve.steps[1].seconds, 4);
  EXPECT_EQ(curve.steps[1].best, 2U);
  EXPECT_EQ(curve.steps[2].evaluations, 4) << "the last evaluation counts, though it improved nothing";
  EXPECT_EQ(curve.steps[2].best, 2U);
  EXPECT_THAT(convergence(run_of(rows), 0, "formula").steps, IsEmpty());
}

TEST(Convergence, ReadsOnlyTheTimesOfJournals) {
  EXPECT_EQ(utc_seconds("1970-01-02T00:00:01Z"), 86401);
  EXPECT_EQ(utc_seconds("2026-11-15T01:30:00Z"), 1794706200);
  for (const char* wrong : {"", "yesterday", "2026-11-15 01:30:00Z", "2026-13-15T01:30:00Z", "2026-11-15T01:30:00"})
    EXPECT_EQ(utc_seconds(wrong), std::nullopt) << wrong;
}

}  // namespace
}  // namespace modlab::analysis
