#include "harness/statistics/tie_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace modlab {
namespace {

std::vector<std::vector<double>> noisy(const std::vector<double>& means, double noise, std::size_t rounds) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> factor(1, noise);
  std::vector<std::vector<double>> samples(means.size());
  for (std::size_t round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < means.size(); ++i) samples[i].push_back(means[i] * factor(random));
  return samples;
}

TEST(TieSet, HoldsWhatCannotBeToldApart) {
  const TieSet set = find_tie_set(noisy({100, 100.2, 110}, 0.01, 50));
  EXPECT_EQ(set.members, (std::vector<std::size_t>{0, 1}));
}

TEST(TieSet, LeaderIsAlwaysAMember) {
  const TieSet set = find_tie_set(noisy({110, 90, 100}, 0.001, 20));
  EXPECT_EQ(set.leader, 1u);
  EXPECT_EQ(set.members, (std::vector<std::size_t>{1}));
}

TEST(TieSet, TwoRunsAgreeOnTheWinner) {
  // Ten kernels within 3 % of each other, noise of 3 %, and a round in ten that is disturbed.
  std::mt19937_64 random(1);
  std::normal_distribution<double> factor(1, 0.03);
  std::bernoulli_distribution disturbed(0.1);
  const auto run = [&] {
    std::vector<std::vector<double>> samples(10);
    for (int round = 0; round < 60; ++round)
      for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i].push_back((100 + 0.3 * static_cast<double>(i)) * factor(random) * (disturbed(random) ? 1.5 : 1));
    return find_tie_set(samples);
  };
  const auto holds = [](const TieSet& set, std::size_t i) { return std::ranges::count(set.members, i) == 1; };
  int agreed = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const TieSet first = run();
    const TieSet second = run();
    agreed += holds(first, second.leader) && holds(second, first.leader) ? 1 : 0;
  }
  EXPECT_GE(agreed, 190);
}

TEST(TieSet, OfEqualKernelsHoldsThemAllNinetyFiveTimesInAHundred) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> factor(1, 0.1);
  int whole = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<std::vector<double>> samples(10, std::vector<double>(60));
    for (auto& kernel : samples)
      for (double& sample : kernel) sample = 100 * factor(random);
    whole += find_tie_set(samples).members.size() == samples.size() ? 1 : 0;
  }
  EXPECT_GE(whole, 285);
}

TEST(TieSet, TooFewRoundsExcludeNobody) { EXPECT_EQ(find_tie_set(noisy({100, 200}, 0.001, 3)).members.size(), 2u); }

TEST(TieSet, ASignificantButUselessDifferenceIsATie) {
  EXPECT_EQ(find_tie_set(noisy({100, 100.3}, 0.0001, 50)).members.size(), 2u);
}

TEST(TieSet, OfKernelsTimedApartHoldsThoseWhoseIntervalReachesTheLeaders) {
  // 1006 is within 0.5 % of the leader's 1001, and 1007 is not.
  const std::vector<Estimate> estimates{
      {1008, {1007, 1009}}, {1000, {999, 1001}}, {1007, {1006, 1008}}, {1020, {990, 1050}}};
  const TieSet set = find_tie_set(estimates);
  EXPECT_EQ(set.leader, 1u);
  EXPECT_EQ(set.members, (std::vector<std::size_t>{1, 2, 3}));
}

}  // namespace
}  // namespace modlab
