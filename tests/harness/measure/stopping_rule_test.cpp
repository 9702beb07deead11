#include "harness/measure/stopping_rule.h"

#include <gtest/gtest.h>

#include <vector>

namespace modlab {
namespace {

constexpr StoppingRule kRule;

/// Alternates around 100 by this much, so the interval of the median has that half-width.
std::vector<double> alternating(std::size_t count, double by) {
  std::vector<double> samples;
  for (std::size_t i = 0; i < count; ++i) samples.push_back(i % 2 == 0 ? 100 - by : 100 + by);
  return samples;
}

TEST(StoppingRule, SteadySamplesArePreciseAfterTheMinimumNumber) {
  EXPECT_EQ(kRule.check(alternating(kRule.min_samples - 1, 0.1), 0, 0), std::nullopt);
  EXPECT_EQ(kRule.check(alternating(kRule.min_samples, 0.1), 0, 0), Stop::precise);
}

TEST(StoppingRule, OneOutlierAmongTheMinimumNumberDoesNotCount) {
  std::vector<double> samples(kRule.min_samples, 100);
  samples.back() = 150;
  EXPECT_EQ(kRule.check(samples, 0, 0), Stop::precise);
  samples.front() = 150;
  EXPECT_EQ(kRule.check(samples, 0, 0), std::nullopt);
}

TEST(StoppingRule, NoisySamplesContinue) { EXPECT_EQ(kRule.check(alternating(20, 5), 0, 0), std::nullopt); }

TEST(StoppingRule, NoiseThatDoesNotFallEndsIt) { EXPECT_EQ(kRule.check(alternating(40, 5), 0, 0), Stop::noise); }

TEST(StoppingRule, NoiseThatStillFallsContinues) {
  std::vector<double> settling;
  for (int i = 0; i < 40; ++i) settling.push_back(95 + i * 0.25);
  for (const double sample : alternating(40, 0.6)) settling.push_back(sample);
  EXPECT_EQ(kRule.check(settling, 0, 0), std::nullopt);
}

TEST(StoppingRule, SamplesOfADriftingMachineAreRepeatedButNotForEver) {
  const std::size_t few = kRule.min_samples - 1;
  EXPECT_EQ(kRule.check(alternating(few, 0.1), few + kRule.patience, 0), std::nullopt);
  EXPECT_EQ(kRule.check(alternating(few, 0.1), few + kRule.patience + 1, 0), Stop::drift);
  EXPECT_EQ(kRule.check({}, 15, 0), std::nullopt);
  EXPECT_EQ(kRule.check({}, 16, 0), Stop::drift);
  EXPECT_EQ(kRule.check({}, 1, 2e9), Stop::time);
}

TEST(StoppingRule, ItEndsWhereTheWholeIntervalIsOutOfReach) {
  StoppingRule rule;
  rule.out_of_reach_ns = 90;
  EXPECT_EQ(rule.check(alternating(20, 5), 0, 0), Stop::beaten);
  EXPECT_EQ(rule.check(alternating(rule.min_samples - 1, 5), 0, 0), std::nullopt);
  EXPECT_EQ(rule.check(alternating(20, 0.1), 0, 0), Stop::precise) << "which says more";
  rule.out_of_reach_ns = 96;
  EXPECT_EQ(rule.check(alternating(20, 5), 0, 0), std::nullopt);
}

TEST(StoppingRule, TheFewestAreTakenEvenWhenTheTimeIsUp) {
  constexpr StoppingRule kSix{.min_samples = 15, .max_ns = 1e9, .guaranteed_samples = 6};
  EXPECT_EQ(kSix.check(alternating(5, 5), 0, 2e9), std::nullopt);
  EXPECT_EQ(kSix.check(alternating(6, 5), 0, 2e9), Stop::time);
  EXPECT_EQ(kSix.check(alternating(4, 5), 5, 2e9), std::nullopt);
  EXPECT_EQ(kSix.check(alternating(4, 5), 6, 2e9), Stop::time);
}

TEST(StoppingRule, TimeEndsItWithWhatThereIs) {
  EXPECT_EQ(kRule.check(alternating(1, 5), 0, 2e9), Stop::time);
  EXPECT_EQ(kRule.check({}, 0, 2e9), std::nullopt) << "a row without a sample would say nothing";
}

}  // namespace
}  // namespace modlab
