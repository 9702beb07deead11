#include "harness/statistics/outlier_fence.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace modlab::statistics {
namespace {

TEST(OutlierFence, LeavesOutWhatIsFarFromTheRest) {
  const std::vector<double> samples{100, 101, 99, 102, 98, 100, 101, 150};
  const Interval expected = outlier_fence(samples);
  EXPECT_FALSE(expected.contains(150));
  for (const double sample : {98.0, 102.0}) EXPECT_TRUE(expected.contains(sample));
}

TEST(OutlierFence, IsNotMovedByTheOutliersItLeavesOut) {
  std::vector<double> samples(60, 100);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] += static_cast<double>(i % 5);
  const Interval before = outlier_fence(samples);
  samples.insert(samples.end(), 5, 1e6);
  EXPECT_NEAR(outlier_fence(samples).high, before.high, 0.01 * before.high);
}

TEST(OutlierFence, HoldsNearlyAllOfANormalDistribution) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(100, 2);
  std::vector<double> samples(10'000);
  for (double& sample : samples) sample = normal(random);
  const Interval expected = outlier_fence(samples);
  int outside = 0;
  for (const double sample : samples) outside += expected.contains(sample) ? 0 : 1;
  EXPECT_LE(outside, 15) << "3.5 standard deviations leave out 5 in 10,000";
  EXPECT_NEAR(expected.high, 107, 0.5);
}

TEST(OutlierFence, AStepOfTheClockIsNoOutlierWhereMostSamplesAgree) {
  const std::vector<double> samples{1000, 1000, 1000, 1000, 1000, 1000, 1004, 1010};
  EXPECT_TRUE(outlier_fence(samples).contains(1004));
  EXPECT_FALSE(outlier_fence(samples).contains(1010));
}

}  // namespace
}  // namespace modlab::statistics
