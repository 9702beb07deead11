#include "harness/statistics/holm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace modlab::statistics {
namespace {

TEST(Holm, DemandsLessOfEachFurtherOne) {
  const std::vector<double> p_values{0.02, 0.3, 0.01, 0.04};
  EXPECT_EQ(holm_rejections(p_values, 0.05), (std::vector<bool>{false, false, true, false}))
      << "0.02 is above 0.05 / 3";
  EXPECT_EQ(holm_rejections(p_values, 0.06), (std::vector<bool>{true, false, true, false}));
}

TEST(Holm, StopsAtTheFirstThatIsNotRejected) {
  EXPECT_EQ(holm_rejections(std::vector<double>{0.03, 0.04}, 0.05), (std::vector<bool>{false, false}))
      << "0.04 alone would be below 0.05";
  EXPECT_TRUE(holm_rejections({}, 0.05).empty());
}

TEST(Holm, RejectsAnyTrueHypothesisNoMoreOftenThanAsked) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> p_value;
  int any = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> p_values(300);
    for (double& each : p_values) each = p_value(random);
    any += std::ranges::count(holm_rejections(p_values, 0.01), true) > 0 ? 1 : 0;
  }
  EXPECT_LE(any, kTrials * 15 / 1000);
  EXPECT_GE(any, kTrials * 5 / 1000);
}

}  // namespace
}  // namespace modlab::statistics
