#include "harness/measure/clock.h"

#include <gtest/gtest.h>

#include "tests/support/simulated_device.h"

namespace modlab::measure {
namespace {

TEST(Clock, FindsTheStepOfACoarseClock) {
  SimulatedDevice device({.clock_step_ns = 1024, .empty_pair_ns = 300});
  const Clock clock = probe_clock(device);
  EXPECT_EQ(clock.tick_ns, 1);
  EXPECT_EQ(clock.step_ns, 1024);
}

TEST(Clock, FindsAStepThatEmptyPairsSeldomMeet) {
  SimulatedDevice device({.clock_step_ns = 4096, .empty_pair_ns = 10});
  EXPECT_EQ(probe_clock(device).step_ns, 4096);
}

TEST(Clock, FindsTheCostOfAnEmptyPair) {
  SimulatedDevice device({.empty_pair_ns = 700});
  EXPECT_EQ(probe_clock(device).empty_pair_ns, 700);
}

TEST(BatchSize, LastsTwoHundredStepsAndAHundredEmptyPairs) {
  EXPECT_EQ(batch_size({.tick_ns = 1, .step_ns = 20'000, .empty_pair_ns = 10}, 10'000), 400u);
  EXPECT_EQ(batch_size({.tick_ns = 1, .step_ns = 1, .empty_pair_ns = 30'000}, 10'000), 300u);
}

TEST(BatchSize, LastsTwoMillisecondsUnderTheFinestClock) {
  EXPECT_EQ(batch_size({.tick_ns = 1, .step_ns = 1, .empty_pair_ns = 10}, 10'000), 200u);
}

TEST(BatchSize, LongKernelsRunOnce) {
  EXPECT_EQ(batch_size({.tick_ns = 1, .step_ns = 1, .empty_pair_ns = 10}, 1e9), 1u);
}

TEST(BatchSize, NeverPassesFiftyMilliseconds) {
  EXPECT_EQ(batch_size({.tick_ns = 1, .step_ns = 1e9, .empty_pair_ns = 10}, 1e6), 50u);
}

}  // namespace
}  // namespace modlab::measure
