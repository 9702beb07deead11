#include "gui/analysis/regret.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/variant_rows.h"

namespace modlab::gui {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(StrategyRegret, EndsAtTheOptimumForEveryStrategy) {
  std::vector<store::Row> rows;
  double ns = 1000;
  for (const std::uint32_t threads : {32U, 64U, 128U, 256U})
    for (const std::uint32_t vectors : {1U, 2U, 4U, 8U})
      rows.push_back(variant_row({.per_thread = vectors, .threads = threads}, ns -= 10));
  const auto regrets = strategy_regret(run_of(rows), 0, "exact", {}, 3, {});
  ASSERT_THAT(regrets, SizeIs(testing::Ge(3)));
  for (const StrategyRegret& regret : regrets) {
    EXPECT_EQ(regret.median_pct.back(), 0) << regret.strategy;
    EXPECT_EQ(regret.evaluations.back(), 16) << regret.strategy;
    EXPECT_EQ(regret.found.back(), 15U) << regret.strategy << ": the fastest";
    EXPECT_THAT(regret.found, SizeIs(regret.evaluations.size()));
  }
  EXPECT_THAT(strategy_regret(run_of(rows), 0, "formula", {}, 3, {}), IsEmpty());
}

}  // namespace
}  // namespace modlab::gui
