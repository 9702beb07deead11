#include "harness/tune/search_score.h"

#include <gtest/gtest.h>

#include <numeric>

namespace modlab::tune {
namespace {

/// 1 to 100, so that costs are ranks.
RandomBaseline hundred() {
  std::vector<double> costs(100);
  std::iota(costs.begin(), costs.end(), 1.0);
  return RandomBaseline(costs);
}

TEST(RandomBaseline, ComesCloserWithEveryDraw) {
  const RandomBaseline baseline = hundred();
  EXPECT_EQ(baseline.optimum(), 1);
  EXPECT_EQ(baseline.worst(), 100);
  EXPECT_EQ(baseline.best_after(1), 51) << "the median";
  EXPECT_EQ(baseline.best_after(9), 10);
  EXPECT_EQ(baseline.best_after(1000), 1);
}

TEST(RandomBaseline, ItsBudgetGoes95PercentOfTheWayFromTheMedian) {
  // To 3.475 of 50.5: the 98th of 100, the expected best of 28.
  const RandomBaseline baseline = hundred();
  EXPECT_LE(baseline.best_after(baseline.budget()), 3.475);
  EXPECT_GT(baseline.best_after(baseline.budget() - 1), 3.475);
  EXPECT_EQ(RandomBaseline({7}).budget(), 1u);
}

TEST(SearchScore, IsOneForTheOptimumAtOnceAndZeroForRandomSearch) {
  const RandomBaseline baseline = hundred();
  std::vector<double> random;
  for (std::size_t n = 1; n <= baseline.budget(); ++n) random.push_back(baseline.best_after(n) - 1);
  EXPECT_DOUBLE_EQ(search_score(baseline, random).value(), 0);
  EXPECT_DOUBLE_EQ(search_score(baseline, std::vector{0.0}).value(), 1) << "the last figure holds from there on";
  for (double& regret : random) regret /= 2;
  EXPECT_DOUBLE_EQ(search_score(baseline, random).value(), 0.5);
  EXPECT_LT(search_score(baseline, std::vector{99.0}).value(), 0);
}

TEST(SearchScore, OfASpaceWithNothingToFindIsNone) {
  EXPECT_FALSE(search_score(RandomBaseline({2, 2, 2}), std::vector{0.0}));
}

}  // namespace
}  // namespace modlab::tune
