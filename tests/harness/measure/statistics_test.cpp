#include "harness/measure/statistics.h"

#include <gtest/gtest.h>

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

TEST(MedianInterval, RanksAreThoseOfTheBinomialTable) {
  // Order statistics of a 95 % interval for n = 5, 6, 10, 20 and 50: whole range, 1, 2, 6, 18.
  for (const auto& [n, low] : {std::pair{5, 1}, {6, 1}, {9, 2}, {10, 2}, {20, 6}, {50, 18}}) {
    std::vector<double> samples;
    for (int i = 1; i <= n; ++i) samples.push_back(i);
    EXPECT_EQ(median_interval(samples).low, low) << n;
    EXPECT_EQ(median_interval(samples).high, n + 1 - low) << n;
  }
}

TEST(MedianInterval, HoldsTheTrueMedianNinetyFiveTimesInAHundred) {
  std::mt19937_64 random(1);
  std::lognormal_distribution<double> skewed(0, 1);  // median 1
  int held = 0;
  constexpr int kTrials = 2000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> samples(25);
    for (double& sample : samples) sample = skewed(random);
    const Interval interval = median_interval(samples);
    if (interval.low <= 1 && 1 <= interval.high) ++held;
  }
  EXPECT_GE(held, kTrials * 94 / 100);
  EXPECT_LE(held, kTrials * 98 / 100) << "an interval that always holds says nothing";
}

}  // namespace
}  // namespace modlab
