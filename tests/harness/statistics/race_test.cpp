#include "harness/statistics/race.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace modlab::statistics {
namespace {

/// Kernels with these times in rounds of one block each, and what a race makes of them.
class SimulatedRace {
 public:
  SimulatedRace(std::vector<double> times, double noise, std::uint64_t seed)
      : race(times.size()), times_(std::move(times)), factor_(1, noise), random_(seed), samples_(times_.size()) {}

  /// Runs until settled, or for so many blocks; a kernel that has lost takes no further part.
  void run(std::uint32_t max_blocks) {
    for (std::uint32_t block = 0; block < max_blocks && !race.is_settled(); ++block) {
      for (std::size_t i = 0; i < times_.size(); ++i)
        if (!race.has_lost(i)) samples_[i].push_back(times_[i] * factor_(random_), block);
      if (race.is_look_due(block + 1)) race.look(samples_);
    }
  }

  [[nodiscard]] std::size_t blocks_of(std::size_t kernel) const { return samples_[kernel].values.size(); }
  [[nodiscard]] std::vector<std::size_t> not_lost() const {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < times_.size(); ++i)
      if (!race.has_lost(i)) members.push_back(i);
    return members;
  }

  Race race;

 private:
  std::vector<double> times_;
  std::normal_distribution<double> factor_;
  std::mt19937_64 random_;
  std::vector<BlockedSamples> samples_;
};

using Members = std::vector<std::size_t>;

TEST(Race, LeavesTheBestAndWhatCannotBeToldFromIt) {
  SimulatedRace simulated({101, 100, 100.2, 110}, 0.003, 1);
  simulated.run(1000);
  EXPECT_TRUE(simulated.race.is_settled());
  EXPECT_EQ(simulated.not_lost(), (Members{1, 2}));
}

TEST(Race, TheSlowestDropOutFirst) {
  SimulatedRace simulated({100, 101.5, 130}, 0.01, 1);
  simulated.run(1000);
  EXPECT_EQ(simulated.not_lost(), (Members{0}));
  EXPECT_LE(simulated.blocks_of(2), 8u);
  EXPECT_GT(simulated.blocks_of(1), 2 * simulated.blocks_of(2));
}

TEST(Race, OneAloneIsSettledAtOnce) { EXPECT_TRUE(Race(1).is_settled()); }

TEST(Race, ADifferenceThatMattersToNobodyIsATie) {
  SimulatedRace simulated({100, 100.4}, 0.0001, 1);
  simulated.run(100);
  EXPECT_TRUE(simulated.race.is_settled());
  EXPECT_EQ(simulated.not_lost().size(), 2u);
}

TEST(Race, OnTheEdgeOfWhatMattersItEnds) {
  SimulatedRace simulated({100, 100.5}, 0.01, 1);
  simulated.run(100'000);
  EXPECT_TRUE(simulated.race.is_settled());
}

TEST(Race, TheBestStaysNinetyFiveTimesInAHundred) {
  // Twenty kernels within 1 % of each other.
  std::vector<double> times;
  for (int i = 0; i < 20; ++i) times.push_back(100 + 0.05 * i);
  int kept = 0;
  constexpr int kRaces = 300;
  for (int seed = 1; seed <= kRaces; ++seed) {
    SimulatedRace simulated(times, 0.02, static_cast<std::uint64_t>(seed));
    simulated.run(60);
    kept += simulated.race.has_lost(0) ? 0 : 1;
  }
  EXPECT_GE(kept, kRaces * 95 / 100);
}

TEST(Race, TwoRacesAgreeOnTheWinner) {
  std::vector<double> times;
  for (int i = 0; i < 10; ++i) times.push_back(100 + 0.3 * i);
  int agreed = 0;
  constexpr int kTrials = 100;
  for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
    SimulatedRace first(times, 0.03, 2 * trial);
    SimulatedRace second(times, 0.03, 2 * trial + 1);
    first.run(60);
    second.run(60);
    agreed += !first.race.has_lost(second.race.leader()) && !second.race.has_lost(first.race.leader()) ? 1 : 0;
  }
  EXPECT_GE(agreed, kTrials * 95 / 100);
}

TEST(Race, LooksNoMoreOftenThanItPays) {
  Race race(2);
  EXPECT_FALSE(race.is_look_due(4));
  EXPECT_TRUE(race.is_look_due(5));
  std::vector<BlockedSamples> samples(2);
  for (std::uint32_t block = 0; block < 12; ++block)
    for (BlockedSamples& each : samples) each.push_back(100 + block % 7, block);
  race.look(samples);
  EXPECT_FALSE(race.is_look_due(15));
  EXPECT_TRUE(race.is_look_due(16));
}

}  // namespace
}  // namespace modlab::statistics
