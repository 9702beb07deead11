// Sampling one kernel on machines that are coarse, noisy, cold or throttled.
#include "harness/measure/sampler.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/measure/rounds.h"
#include "kernels/modulus/problem.h"
#include "tests/support/simulated_device.h"

namespace modlab::measure {
namespace {

class SamplerTest : public testing::Test {
 protected:
  SamplerTest() {
    simulation_.latency_ns = [this](const modulus::Variant&) { return launch_ns_; };
    simulation_.noise = 0.002;
  }

  Measurement sample(const StoppingRule& rule = {.max_ns = 1e15}) {
    SimulatedDevice device(simulation_);
    Workbench workbench(device, compiler_, sources_, modulus::Workload{.shape = {64}}, 1);
    Sampler sampler(workbench, probe_clock(device), Build{});
    const PreparedKernel prepared = workbench.prepare(modulus::Variant{});
    workbench.verify(prepared);
    Measurement measurement = sample_alone(sampler, prepared, rule);
    EXPECT_EQ(measurement.drifted.size(), measurement.samples_ns.values.size());
    arithmetic_pilot_ = sampler.arithmetic_pilot();
    return measurement;
  }

  /// Four launches in ten, in no order, take half as long again.
  static double disturbed_now_and_then(double now_ns) { return std::sin(now_ns) > 0.309 ? 1.5 : 1; }

  static std::size_t drifted(const Measurement& measurement) { return samples_where(measurement, true).values.size(); }

  double launch_ns_ = 2e6;
  Simulation simulation_;
  SimulatedCompiler compiler_;
  ShaderSources sources_;
  std::optional<statistics::Estimate> arithmetic_pilot_;
};

TEST_F(SamplerTest, ASteadyKernelIsPreciseAndTrue) {
  const Measurement measurement = sample();
  EXPECT_EQ(measurement.stop, Stop::precise);
  EXPECT_NEAR(measurement.statistics.median, launch_ns_, 0.005 * launch_ns_);
  EXPECT_EQ(drifted(measurement), 0u);
  ASSERT_TRUE(arithmetic_pilot_.has_value());
  EXPECT_NEAR(arithmetic_pilot_->median, 1e6, 0.005e6);
}

TEST_F(SamplerTest, ACoarseClockIsOvercomeByLongerBatches) {
  // A kernel of 10 us under a clock that steps by 4 us would be 8 or 12 us.
  launch_ns_ = 10'000;
  simulation_.clock_step_ns = 4096;
  EXPECT_NEAR(sample().statistics.median, launch_ns_, 0.005 * launch_ns_);
}

TEST_F(SamplerTest, AnExpensivePairOfTimestampsIsSmallComparedWithTheBatch) {
  launch_ns_ = 10'000;
  simulation_.empty_pair_ns = 50'000;
  EXPECT_NEAR(sample().statistics.median, launch_ns_, 0.015 * launch_ns_);
}

TEST_F(SamplerTest, WaitsForClocksThatFellWhileTheGateCompared) {
  simulation_.idle_slowdown = 3;
  simulation_.warm_up_ns = 100e6;
  const Measurement measurement = sample();
  EXPECT_NEAR(measurement.statistics.median, launch_ns_, 0.02 * launch_ns_);
  EXPECT_EQ(drifted(measurement), 0u) << "before the first sample, not by taking it again";
}

TEST_F(SamplerTest, SamplesTakenWhileTheMachineThrottledAreRepeated) {
  // The pilot has settled after 280 ms; later the machine is slower for the time of a few samples.
  simulation_.slowdown = [](double now_ns) { return now_ns > 350e6 && now_ns < 380e6 ? 1.5 : 1.0; };
  const Measurement measurement = sample({.precision = 1, .min_samples = 100, .max_ns = 1e15});
  EXPECT_GT(drifted(measurement), 0u);
  EXPECT_EQ(measurement.statistics.count, samples_where(measurement, false).values.size());
  EXPECT_GE(measurement.statistics.count, 100u) << "as many as without throttling";
  for (const double ns : samples_where(measurement, false).values) EXPECT_LT(ns, 1.02 * launch_ns_);
}

TEST_F(SamplerTest, SamplesTakenWhileOnlyTheCoresClockFellAreRepeated) {
  // Which the memory pilot does not see.
  simulation_.arithmetic_ns = [](double now_ns) { return now_ns > 350e6 && now_ns < 380e6 ? 1.05e6 : 1e6; };
  const Measurement measurement = sample({.precision = 1, .min_samples = 100, .max_ns = 1e15});
  EXPECT_GT(drifted(measurement), 0u);
  EXPECT_GE(measurement.statistics.count, 100u);
}

TEST_F(SamplerTest, WithoutTheArithmeticPilotTheOtherRemains) {
  compiler_.refuses = [](const compile::ShaderRequest& request) { return request.file == "arithmetic.hlsl"; };
  EXPECT_EQ(sample().stop, Stop::precise);
  EXPECT_FALSE(arithmetic_pilot_.has_value());
}

TEST_F(SamplerTest, ABusyMachineIsMeasuredInItsQuietMoments) {
  simulation_.slowdown = disturbed_now_and_then;
  int right = 0;
  constexpr int kRuns = 40;
  std::size_t repeated = 0;
  for (int run = 1; run <= kRuns; ++run) {
    simulation_.seed = static_cast<std::uint64_t>(run);
    const Measurement measurement = sample();
    repeated += drifted(measurement);
    if (std::abs(measurement.statistics.median - launch_ns_) < 0.01 * launch_ns_) ++right;
  }
  EXPECT_GT(repeated, 100u);
  EXPECT_GE(right, kRuns * 3 / 4);
}

TEST_F(SamplerTest, TimeEndsItEvenWhereEverythingDrifted) {
  simulation_.slowdown = disturbed_now_and_then;
  const Measurement measurement = sample({.max_ns = 0});
  EXPECT_EQ(measurement.stop, Stop::time);
  EXPECT_EQ(measurement.statistics.count, measurement.samples_ns.values.size());
}

}  // namespace
}  // namespace modlab::measure
