#include "harness/statistics/settling.h"

#include <gtest/gtest.h>

#include <cmath>

namespace modlab::statistics {
namespace {

constexpr double kMany = 1e6;  // degrees of freedom

Interval around(double ratio, double reach) { return {ratio * std::exp(-reach), ratio * std::exp(reach)}; }

TEST(Settling, AnIntervalOfHalfTheWidthTakesFourTimesTheSamples) {
  EXPECT_NEAR(times_samples(2, kMany), 4, 1e-3);
  EXPECT_NEAR(times_samples(1, kMany), 1, 1e-3);
  EXPECT_NEAR(times_samples(1, kMany, 0.99), std::pow(2.5758 / 1.96, 2), 1e-2) << "a wider one must become so narrow";
}

TEST(Settling, WhereDegreesAreFewMoreSamplesNarrowItFaster) {
  const double times = times_samples(4, 3);
  EXPECT_LT(times, 16);
  EXPECT_GT(times, 16 * std::pow(1.96 / 3.1824, 2)) << "as if there were infinitely many";
}

TEST(Settling, ARatioCloseToOneBecomesTheSame) {
  const auto settling = settling_of(1, around(1, 0.04), kMany, {.indifference = 0.01, .tolerance = 0.02});
  ASSERT_TRUE(settling);
  EXPECT_EQ(settling->verdict, Verdict::same);
  EXPECT_NEAR(settling->times, 4, 0.1);
}

TEST(Settling, ARatioBeyondTheIndifferenceBecomesADifference) {
  const auto slower = settling_of(1.05, around(1.05, 0.08), kMany, {.indifference = 0.01, .tolerance = 0.02});
  ASSERT_TRUE(slower);
  EXPECT_EQ(slower->verdict, Verdict::slower);
  EXPECT_NEAR(slower->times, std::pow(0.08 / std::log(1.05 / 1.01) * 2.5758 / 1.96, 2), 0.1);
  const auto faster = settling_of(0.95, around(0.95, 0.08), kMany, {.indifference = 0.01, .tolerance = 0.02});
  ASSERT_TRUE(faster);
  EXPECT_EQ(faster->verdict, Verdict::faster);
}

TEST(Settling, NoNumberOfSamplesHelpsARatioThatIsNeitherOrAtABound) {
  EXPECT_FALSE(settling_of(1.03, around(1.03, 0.001), kMany, {.indifference = 0.05, .tolerance = 0.02}));
  EXPECT_FALSE(settling_of(1.01999, around(1.01999, 0.1), kMany, {.indifference = 0.02, .tolerance = 0.02}));
}

}  // namespace
}  // namespace modlab::statistics
