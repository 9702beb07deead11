#include "harness/statistics/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace modlab::statistics {
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

TEST(Statistics, ABlockCountsOnceWithItsMedian) {
  BlockedSamples samples;
  for (std::uint32_t block = 0; block < 7; ++block)
    for (const double more : {0.0, 0.1, 9.0}) samples.push_back(10 * block + more, block);
  EXPECT_EQ(block_medians(samples), (std::vector<double>{0.1, 10.1, 20.1, 30.1, 40.1, 50.1, 60.1}));
  EXPECT_EQ(samples.block_count(), 7u);
  EXPECT_EQ(samples.first_blocks(2).values.size(), 6u);
  const Statistics s = describe(samples);
  EXPECT_EQ(s.count, 21u);
  EXPECT_EQ(s.blocks, 7u);
  EXPECT_EQ(s.median, 30.1) << "of all samples";
  EXPECT_EQ(s.min, 0);
}

TEST(Statistics, RepeatedSamplesOfABlockDoNotNarrowTheInterval) {
  BlockedSamples once;
  BlockedSamples often;
  for (std::uint32_t block = 0; block < 13; ++block) {
    once.push_back(100 + block, block);
    for (int i = 0; i < 20; ++i) often.push_back(100 + block, block);
  }
  EXPECT_NEAR(describe(often).ci.low, describe(once).ci.low, 0.3);
  EXPECT_NEAR(describe(often).ci.high, describe(once).ci.high, 0.3);
}

TEST(MedianInterval, LiesBetweenTheRanksOfTheBinomialTable) {
  // The innermost order statistics of a 95 % interval for n = 6, 9, 10, 20 and 50: 1, 2, 2, 6, 18.
  for (const auto& [n, rank] : {std::pair{6, 1}, {9, 2}, {10, 2}, {20, 6}, {50, 18}}) {
    std::vector<double> samples;
    for (int i = 1; i <= n; ++i) samples.push_back(i);
    const Interval interval = median_interval(samples);
    EXPECT_GE(interval.low, rank) << n;
    EXPECT_LT(interval.low, rank + 1) << n;
    EXPECT_NEAR(interval.low + interval.high, n + 1, 1e-9) << n;
  }
}

TEST(MedianInterval, OfTooFewIsTheWholeRange) {
  const Interval interval = median_interval(std::vector<double>{5, 1, 4, 2, 3});
  EXPECT_EQ(interval.low, 1);
  EXPECT_EQ(interval.high, 5);
}

TEST(MedianInterval, HigherConfidenceReachesFurther) {
  std::vector<double> samples;
  for (int i = 1; i <= 50; ++i) samples.push_back(i);
  EXPECT_LT(median_interval(samples, 0.99).low, median_interval(samples).low);
  EXPECT_GE(median_interval(samples, 0.99).low, 16);
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
    EXPECT_GE(held, kTrials * 935 / 1000) << count << " samples";
    EXPECT_LE(held, kTrials * 970 / 1000) << count << " samples: an interval that always holds says nothing";
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
}  // namespace modlab::statistics
