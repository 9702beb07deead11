#include "harness/measure/pilot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "harness/statistics/statistics.h"

namespace modlab::measure {
namespace {

/// A machine whose speed is a function of the work it has done, with noise.
struct Machine {
  std::function<double(double)> time_ns;
  double noise = 0.002;
  double worked_ns = 0;
  int timings = 0;
  std::mt19937_64 random{1};

  double operator()() {
    const double ns = time_ns(worked_ns) * (1 + noise * std::normal_distribution<double>()(random));
    worked_ns += ns;
    ++timings;
    return ns;
  }
};

constexpr double kMs = 1e6;

TEST(Pilot, WaitsUntilTheClocksHaveRisen) {
  // Half the speed at first, and full speed after 100 ms.
  Machine machine{.time_ns = [](double worked) { return kMs * std::max(1.0, 2 - worked / (100 * kMs)); }};
  Pilot pilot(std::ref(machine));
  pilot.settle();
  EXPECT_GE(machine.worked_ns, 95 * kMs);
  EXPECT_LE(machine.worked_ns, 200 * kMs);
  EXPECT_TRUE(pilot.steady());
}

TEST(Pilot, WaitsThroughThePlateausOfRisingClocks) {
  // As an H200 does: a third of its speed for 150 ms, less than half for 200 ms, then the whole.
  Machine machine{.time_ns = [](double worked) {
    return kMs * (worked < 150 * kMs ? 3.2 : worked < 350 * kMs ? 2.6 : 1.0);
  }};
  Pilot pilot(std::ref(machine), 250 * kMs);
  pilot.settle();
  EXPECT_GE(machine.worked_ns, 600 * kMs);
  EXPECT_LE(machine.worked_ns, 800 * kMs);
  EXPECT_NEAR(statistics::median_of(pilot.timings()), kMs, 0.01 * kMs);
}

TEST(Pilot, WaitsForNoPlateauOnADeviceThatWasAtWork) {
  Machine machine{.time_ns = [](double) { return kMs; }};
  Pilot pilot(std::ref(machine), 250 * kMs);
  pilot.settle_at_work();
  EXPECT_LE(machine.worked_ns, 50 * kMs);
  EXPECT_TRUE(pilot.steady());
}

TEST(Pilot, WaitsNoLongerThanUntilItsLevelIsBack) {
  double speed = 1;
  Machine machine{.time_ns = [&](double) { return kMs * speed; }};
  Pilot pilot(std::ref(machine), 250 * kMs);
  pilot.settle();
  const double before = machine.worked_ns;
  machine.time_ns = [&](double worked) { return kMs * (worked < before + 30 * kMs ? 2 : 1); };
  EXPECT_FALSE(pilot.steady());
  pilot.settle();
  EXPECT_LE(machine.worked_ns, before + 100 * kMs);
}

TEST(Pilot, IsContentAtOnceWhereNothingChanged) {
  Machine machine{.time_ns = [](double) { return kMs; }};
  Pilot pilot(std::ref(machine));
  pilot.settle();
  const int before = machine.timings;
  pilot.settle();
  EXPECT_EQ(machine.timings, before + 1);
}

TEST(Pilot, DoesNotWaitForEverForAMachineThatKeepsGettingFaster) {
  Machine machine{.time_ns = [](double worked) { return kMs * std::exp(-worked / (500 * kMs)); }};
  Pilot pilot(std::ref(machine));
  pilot.settle();
  EXPECT_LE(machine.worked_ns, 2100 * kMs);
}

TEST(Pilot, SettlesSoonHoweverNoisyTheMachine) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Machine machine{.time_ns = [](double) { return kMs; }, .noise = 0.1, .random = std::mt19937_64(seed)};
    Pilot pilot(std::ref(machine));
    pilot.settle();
    EXPECT_LE(machine.worked_ns, 200 * kMs);
  }
}

TEST(Pilot, SeesAMachineThatThrottles) {
  double speed = 1;
  Machine machine{.time_ns = [&](double) { return kMs * speed; }};
  Pilot pilot(std::ref(machine));
  pilot.settle();
  EXPECT_TRUE(pilot.steady());
  speed = 1.03;
  EXPECT_FALSE(pilot.steady());
  speed = 1;
  EXPECT_FALSE(pilot.steady()) << "what was sampled after the slow timing is not to be trusted either";
  EXPECT_TRUE(pilot.steady());
}

TEST(Pilot, TakesALastingChangeForTheNewLevel) {
  double speed = 1;
  Machine machine{.time_ns = [&](double) { return kMs * speed; }};
  Pilot pilot(std::ref(machine));
  pilot.settle();
  speed = 1.2;
  EXPECT_FALSE(pilot.steady());
  pilot.settle();
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(pilot.steady());
}

TEST(Pilot, SeesEveryDriftHoweverOftenItsLevelCameBack) {
  // Slower by 5 % for 30 ms in every 100.
  Machine machine{.time_ns = [](double worked) { return kMs * (std::fmod(worked, 100 * kMs) > 70 * kMs ? 1.05 : 1); }};
  Pilot pilot(std::ref(machine), 250 * kMs);
  pilot.settle();
  int unnoticed = 0;
  for (int i = 0; i < 3000; ++i) {
    const bool slow = std::fmod(machine.worked_ns, 100 * kMs) > 70 * kMs;
    if (!pilot.steady())
      pilot.settle();
    else if (slow)
      ++unnoticed;
  }
  EXPECT_LE(unnoticed, 3);
}

TEST(Pilot, FollowsASlowCreep) {
  Machine machine{.time_ns = [](double worked) { return kMs * (1 + 1e-4 * worked / kMs); }};
  Pilot pilot(std::ref(machine));
  pilot.settle();
  int lost = 0;
  for (int i = 0; i < 300; ++i) lost += pilot.steady() ? 0 : 1;
  EXPECT_LE(lost, 10);
}

TEST(Pilot, ItsOwnNoiseIsNoDrift) {
  Machine machine{.time_ns = [](double) { return kMs; }, .noise = 0.05};
  Pilot pilot(std::ref(machine));
  pilot.settle();
  int lost = 0;
  for (int i = 0; i < 1000; ++i) lost += pilot.steady() ? 0 : 1;
  EXPECT_LE(lost, 50);
}

TEST(Pilot, KeepsTheTimingsAtItsLevels) {
  Machine machine{.time_ns = [](double worked) { return kMs * (worked > 50 * kMs ? 1 : 3); }};
  Pilot pilot(std::ref(machine));
  EXPECT_TRUE(pilot.timings().empty());
  pilot.settle();
  for (int i = 0; i < 50; ++i)
    if (!pilot.steady()) pilot.settle();
  EXPECT_NEAR(statistics::median_of(pilot.timings()), kMs, 0.01 * kMs);
}

}  // namespace
}  // namespace modlab::measure
