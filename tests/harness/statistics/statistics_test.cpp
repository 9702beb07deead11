#include "harness/statistics/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace modlab {
namespace {

TEST(Statistics, DescribesAKnownSample) {
  const std::vector<double> samples{5, 1, 4, 2, 3};
  const Statistics s = describe(samples);
  EXPECT_EQ(s.count, 5u);
  EXPECT_EQ(s.median, 3);
  EXPECT_EQ(s.min, 1);
  EXPECT_EQ(s.q1, 2);
  EXPECT_EQ(s.q3, 4);
  EXPECT_EQ(s.mad, 1);
}

TEST(Statistics, MedianOfAnEvenCountLiesBetween) { EXPECT_EQ(median_of(std::vector<double>{4, 1, 3, 2}), 2.5); }

TEST(Statistics, AnOutlierMovesNeitherMedianNorMad) {
  const Statistics s = describe(std::vector<double>{10, 10, 11, 11, 12, 12, 1e9});
  EXPECT_EQ(s.median, 11);
  EXPECT_EQ(s.mad, 1);
}

TEST(Statistics, QuantilesLieBetweenNeighboursThatMayBeInfinite) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> sorted{1, 2, 4, kInfinity, kInfinity};
  EXPECT_EQ(quantile(sorted, 0), 1);
  EXPECT_EQ(quantile(sorted, 0.375), 3);
  EXPECT_EQ(quantile(sorted, 0.5), 4);
  EXPECT_EQ(quantile(sorted, 0.6), kInfinity);
  EXPECT_EQ(quantile(sorted, 0.9), kInfinity);
  EXPECT_EQ(quantile(sorted, 1), kInfinity);
}

TEST(MedianInterval, RanksAreThoseOfTheBinomialTable) {
  // Order statistics of a 95 % interval for n = 5, 6, 10, 20 and 50: whole range, 1, 2, 6, 18.
  for (const auto& [n, low] : {std::pair{5, 1}, {6, 1}, {9, 2}, {10, 2}, {20, 6}, {50, 18}}) {
    std::vector<double> samples;
    for (int i = 1; i <= n; ++i) samples.push_back(i);
    EXPECT_EQ(median_interval(samples).low, low) << n;
    EXPECT_EQ(median_interval(samples).high, n + 1 - low) << n;
  }
}

TEST(MedianInterval, HigherConfidenceReachesFurtherAndTakesMoreSamples) {
  std::vector<double> samples;
  for (int i = 1; i <= 50; ++i) samples.push_back(i);
  EXPECT_EQ(median_interval(samples, 0.99).low, 16);
  EXPECT_EQ(min_samples_for_interval(0.95), kMinSamplesForInterval);
  EXPECT_EQ(min_samples_for_interval(0.99), 8u);
}

/// A way to draw samples whose true median is 1.
struct Distribution {
  const char* name;
  double (*draw)(std::mt19937_64&);
};

class KnownDistribution : public testing::TestWithParam<Distribution> {};

TEST_P(KnownDistribution, IntervalHoldsItsMedianNinetyFiveTimesInAHundred) {
  std::mt19937_64 random(1);
  for (const std::size_t count : {7u, 15u, 25u, 100u}) {
    int held = 0;
    constexpr int kTrials = 4000;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<double> samples(count);
      for (double& sample : samples) sample = GetParam().draw(random);
      held += median_interval(samples).contains(1) ? 1 : 0;
    }
    // Ranks are whole numbers, so that few samples give more than was asked for; 0.5 % is chance.
    EXPECT_GE(held, kTrials * 945 / 1000) << count << " samples";
    EXPECT_LE(held, kTrials * 990 / 1000) << count << " samples: an interval that always holds says nothing";
  }
}

INSTANTIATE_TEST_SUITE_P(
    MedianInterval, KnownDistribution,
    testing::Values(
        Distribution{"normal", [](std::mt19937_64& r) { return std::normal_distribution(1.0, 0.1)(r); }},
        Distribution{"skewed", [](std::mt19937_64& r) { return std::lognormal_distribution(0.0, 1.0)(r); }},
        Distribution{"uniform", [](std::mt19937_64& r) { return std::uniform_real_distribution(0.5, 1.5)(r); }},
        Distribution{"without_variance", [](std::mt19937_64& r) { return 1 + std::cauchy_distribution(0.0, 1.0)(r); }}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(MedianInterval, OfAQuantisedClockIsNoNarrowerThanItsSteps) {
  // Readings of 1 with noise of a third of the clock's step: the median is one of three readings.
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(1, 0.1);
  constexpr double kStep = 0.3;
  int held = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<double> samples(25);
    for (double& sample : samples) sample = kStep * std::round(noise(random) / kStep);
    const Interval interval = median_interval(samples);
    held += interval.low - kStep / 2 <= 1 && 1 <= interval.high + kStep / 2 ? 1 : 0;
  }
  EXPECT_GE(held, 950);
}

}  // namespace
}  // namespace modlab
