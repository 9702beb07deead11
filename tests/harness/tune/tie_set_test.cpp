#include "harness/tune/tie_set.h"

#include <gtest/gtest.h>

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

TieSet tie_set_of(const std::vector<std::vector<double>>& samples) {
  return find_tie_set(samples);
}

TEST(TieSet, HoldsWhatCannotBeToldApart) {
  const TieSet set = tie_set_of(noisy({100, 100.2, 110}, 0.01, 50));
  EXPECT_EQ(set.members, (std::vector<std::size_t>{0, 1}));
}

TEST(TieSet, LeaderIsAlwaysAMember) {
  const TieSet set = tie_set_of(noisy({110, 90, 100}, 0.001, 20));
  EXPECT_EQ(set.leader, 1u);
  EXPECT_EQ(set.members, (std::vector<std::size_t>{1}));
}

TEST(TieSet, TooFewRoundsExcludeNobody) { EXPECT_EQ(tie_set_of(noisy({100, 200}, 0.001, 3)).members.size(), 2u); }

TEST(TieSet, ASignificantButUselessDifferenceIsATie) {
  EXPECT_EQ(tie_set_of(noisy({100, 100.3}, 0.0001, 50)).members.size(), 2u);
}

}  // namespace
}  // namespace modlab
