#include "harness/statistics/run_ratio.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace modlab::statistics {
namespace {

RunRatio ratio_of(const Estimate& base, const Estimate& next) { return run_ratio({&next, 1}, {&base, 1}); }

template <typename Draw>
Estimate estimate_from(std::size_t count, Draw draw) {
  std::vector<double> samples(count);
  std::ranges::generate(samples, draw);
  return estimate_of(describe(samples));
}

TEST(RunRatio, RelativeErrorsAddAtARightAngleOnEitherSideSeparately) {
  const RunRatio ratio = ratio_of({1000, {970, 1000}, 20}, {2000, {2000, 2080}, 20});
  EXPECT_NEAR(ratio.ratio, 2, 1e-9);
  EXPECT_NEAR(ratio.ci.low, 2, 1e-9) << "neither may the new be faster nor the base slower";
  EXPECT_NEAR(ratio.ci.high, 2 * 1.05, 0.003) << "4 % and 3 %";
}

TEST(RunRatio, OfExactMediansHasNoWidth) {
  const RunRatio ratio = ratio_of({1000, {1000, 1000}, 20}, {1500, {1500, 1500}, 20});
  EXPECT_NEAR(ratio.ci.low, 1.5, 1e-12);
  EXPECT_NEAR(ratio.ci.high, 1.5, 1e-12);
  EXPECT_EQ(ratio.p_value(0.01), 0);
}

TEST(RunRatio, ThePilotsErrorIsPartOfIt) {
  const Estimate kernel{1000, {990, 1010}, 20};
  const Estimate pilot{100, {97, 103}, 20};
  const std::array both{kernel, pilot};
  EXPECT_NEAR(run_ratio(both, both).ratio, 1, 1e-12);
  EXPECT_NEAR(run_ratio(both, both).ci.high - 1, std::sqrt(2.0) * std::sqrt(0.01 * 0.01 + 0.03 * 0.03), 0.002);
}

TEST(RunRatio, IntervalHoldsTheTrueRatioNinetyFiveTimesInAHundred) {
  std::mt19937_64 random(1);
  std::lognormal_distribution<double> factor(0, 0.05);
  const auto estimate = [&](double median) { return estimate_from(40, [&] { return median * factor(random); }); };
  constexpr int kTrials = 2000;
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial) held += ratio_of(estimate(100), estimate(120)).ci.contains(1.2) ? 1 : 0;
  EXPECT_GE(held, kTrials * 93 / 100);
  EXPECT_LE(held, kTrials * 975 / 1000) << "an interval that always holds says nothing";
}

TEST(RunRatio, ItsTestErrsAsOftenAsItSays) {
  // True ratios of exactly 1 + indifference, where it errs most.
  std::mt19937_64 random(1);
  std::normal_distribution<double> factor(1, 0.02);
  const auto estimate = [&](double median) { return estimate_from(25, [&] { return median * factor(random); }); };
  constexpr int kTrials = 2000;
  int rejected = 0;
  for (int trial = 0; trial < kTrials; ++trial)
    rejected += ratio_of(estimate(100), estimate(101)).p_value(0.01) <= 0.05 ? 1 : 0;
  EXPECT_LE(rejected, kTrials * 45 / 1000) << "2.5 % on the one side";
  EXPECT_GE(rejected, kTrials * 10 / 1000);
}

TEST(RunRatio, FewBlocksNeedALargerDifference) {
  const Estimate base{100, {99, 101}, 100};
  const Estimate next{104, {103, 105}, 100};
  const Estimate few_base{100, {99, 101}, 6};
  const Estimate few_next{104, {103, 105}, 6};
  EXPECT_LT(ratio_of(base, next).p_value(0.01), ratio_of(few_base, few_next).p_value(0.01));
}

TEST(RunRatio, NothingIsBeyondTheNoiseOfAMachineThatDoublesEveryTime) {
  for (const double ratio : {1.0, 0.1})
    EXPECT_EQ((RunRatio{.ratio = ratio, .ci = {ratio / 2, ratio * 2}, .degrees = 6}.p_value(3.9)), 1) << ratio;
}

TEST(RunRatio, SameToleratesMoreThanTheIndifference) {
  const auto within = [](double low, double high) { return RunRatio{.ratio = 1, .ci = {low, high}, .degrees = 20}; };
  EXPECT_EQ(judge_runs(within(0.985, 1.015), false), Verdict::same);
  EXPECT_EQ(judge_runs(within(0.975, 1.015), false), Verdict::unclear);
  EXPECT_EQ(judge_runs({.ratio = 1.02, .ci = {1.015, 1.03}, .degrees = 20}, true), Verdict::slower);
  EXPECT_EQ(judge_runs({.ratio = 0.98, .ci = {0.97, 0.99}, .degrees = 20}, true), Verdict::faster);
  EXPECT_EQ(judge_runs({.ratio = 1.02, .ci = {1.015, 1.03}, .degrees = 20}, false), Verdict::unclear)
      << "one of many, or a noisy run";
}

}  // namespace
}  // namespace modlab::statistics
