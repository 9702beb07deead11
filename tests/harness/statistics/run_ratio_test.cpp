#include "harness/statistics/run_ratio.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace modlab {
namespace {

TEST(RunRatio, RelativeErrorsAddAtARightAngleOnEitherSideSeparately) {
  const Interval ratio = ratio_interval({1000, {970, 1000}}, {2000, {2000, 2080}});
  EXPECT_NEAR(ratio.low, 2, 1e-9) << "neither may the new be faster nor the base slower";
  EXPECT_NEAR(ratio.high, 2 * 1.05, 0.003) << "4 % and 3 %";
}

TEST(RunRatio, OfExactMediansHasNoWidth) {
  const Interval ratio = ratio_interval({1000, {1000, 1000}}, {1500, {1500, 1500}});
  EXPECT_EQ(ratio.low, 1.5);
  EXPECT_EQ(ratio.high, 1.5);
}

TEST(RunRatio, IntervalHoldsTheTrueRatioNinetyFiveTimesInAHundred) {
  std::mt19937_64 random(1);
  std::lognormal_distribution<double> factor(0, 0.05);
  const auto estimate = [&](double median) {
    std::vector<double> samples(40);
    for (double& sample : samples) sample = median * factor(random);
    const Statistics statistics = describe(samples);
    return Estimate{statistics.median, statistics.ci};
  };
  constexpr int kTrials = 2000;
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial)
    held += ratio_interval(estimate(100), estimate(120)).contains(1.2) ? 1 : 0;
  EXPECT_GE(held, kTrials * 945 / 1000);
  EXPECT_LE(held, kTrials * 990 / 1000) << "an interval that always holds says nothing";
}

TEST(RunRatio, SameToleratesMoreThanTheIndifference) {
  EXPECT_EQ(judge_runs({0.985, 1.015}, kBetweenRuns), Verdict::same);
  EXPECT_EQ(judge_runs({0.975, 1.015}, kBetweenRuns), Verdict::unclear);
  EXPECT_EQ(judge_runs({1.015, 1.03}, kBetweenRuns), Verdict::slower);
  EXPECT_EQ(judge_runs({1.015, 1.03}, 0.05), Verdict::unclear) << "a noisy run shows no such difference";
}

}  // namespace
}  // namespace modlab
