#include "harness/measure/stopping_rule.h"

#include <gtest/gtest.h>

#include <vector>

namespace modlab::measure {
namespace {

constexpr StoppingRule kRule;

/// Alternates around 100 by this much, so the interval of the median has that half-width.
std::vector<double> alternating(std::size_t count, double by) {
  std::vector<double> samples;
  for (std::size_t i = 0; i < count; ++i) samples.push_back(i % 2 == 0 ? 100 - by : 100 + by);
  return samples;
}

std::optional<Stop> check(const StoppingRule& rule, const std::vector<double>& steady, std::size_t drifted,
                          double elapsed_ns) {
  return rule.check(statistics::each_its_own(steady), statistics::each_its_own(alternating(drifted, 9)), elapsed_ns);
}

TEST(StoppingRule, SteadySamplesArePreciseAfterTheMinimumNumber) {
  EXPECT_EQ(check(kRule, alternating(kRule.min_samples - 1, 0.1), 0, 0), std::nullopt);
  EXPECT_EQ(check(kRule, alternating(kRule.min_samples, 0.1), 0, 0), Stop::precise);
}

TEST(StoppingRule, OneOutlierAmongTheMinimumNumberDoesNotCount) {
  std::vector<double> samples(kRule.min_samples, 100);
  samples.back() = 150;
  EXPECT_EQ(check(kRule, samples, 0, 0), Stop::precise);
  samples.front() = 150;
  EXPECT_EQ(check(kRule, samples, 0, 0), std::nullopt);
}

TEST(StoppingRule, NoisySamplesContinue) { EXPECT_EQ(check(kRule, alternating(20, 5), 0, 0), std::nullopt); }

TEST(StoppingRule, NoiseThatDoesNotFallEndsIt) { EXPECT_EQ(check(kRule, alternating(40, 5), 0, 0), Stop::noise); }

TEST(StoppingRule, NoiseThatStillFallsContinues) {
  std::vector<double> settling;
  for (int i = 0; i < 40; ++i) settling.push_back(95 + i * 0.25);
  for (const double sample : alternating(40, 0.6)) settling.push_back(sample);
  EXPECT_EQ(check(kRule, settling, 0, 0), std::nullopt);
}

TEST(StoppingRule, SamplesOfADriftingMachineAreRepeatedButNotForEver) {
  const std::size_t few = kRule.min_samples - 1;
  EXPECT_EQ(check(kRule, alternating(few, 0.1), few + kRule.patience, 0), std::nullopt);
  EXPECT_EQ(check(kRule, alternating(few, 0.1), few + kRule.patience + 1, 0), Stop::drift);
  EXPECT_EQ(check(kRule, {}, 15, 0), std::nullopt);
  EXPECT_EQ(check(kRule, {}, 16, 0), Stop::drift);
  EXPECT_EQ(check(kRule, {}, 1, 2e9), Stop::time);
}

TEST(StoppingRule, ItEndsWhereTheWholeIntervalIsOutOfReach) {
  StoppingRule rule;
  rule.out_of_reach_ns = 90;
  EXPECT_EQ(check(rule, alternating(20, 5), 0, 0), Stop::beaten);
  EXPECT_EQ(check(rule, alternating(rule.min_samples - 1, 5), 0, 0), std::nullopt);
  EXPECT_EQ(check(rule, alternating(20, 0.1), 0, 0), Stop::precise) << "which says more";
  rule.out_of_reach_ns = 96;
  EXPECT_EQ(check(rule, alternating(20, 5), 0, 0), std::nullopt);
}

TEST(StoppingRule, TheFewestAreTakenEvenWhenTheTimeIsUp) {
  constexpr StoppingRule kSix{.min_samples = 15, .max_ns = 1e9, .guaranteed_blocks = 6};
  EXPECT_EQ(check(kSix, alternating(5, 5), 0, 2e9), std::nullopt);
  EXPECT_EQ(check(kSix, alternating(6, 5), 0, 2e9), Stop::time);
  EXPECT_EQ(check(kSix, alternating(4, 5), 5, 2e9), std::nullopt);
  EXPECT_EQ(check(kSix, alternating(4, 5), 6, 2e9), Stop::time);
}

TEST(StoppingRule, SamplesOfFewBlocksAreNotPreciseHoweverManyTheyAre) {
  statistics::BlockedSamples samples;
  for (std::uint32_t i = 0; i < 100; ++i) samples.push_back(100, i / 20);
  EXPECT_EQ(kRule.check(samples, {}, 0), std::nullopt) << "five blocks have no interval";
  samples.push_back(100, 5);
  EXPECT_EQ(kRule.check(samples, {}, 0), Stop::precise);
}

TEST(StoppingRule, TimeEndsItWithWhatThereIs) {
  EXPECT_EQ(check(kRule, alternating(1, 5), 0, 2e9), Stop::time);
  EXPECT_EQ(check(kRule, {}, 0, 2e9), std::nullopt) << "a row without a sample would say nothing";
}

}  // namespace
}  // namespace modlab::measure
