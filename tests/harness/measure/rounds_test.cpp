#include "harness/measure/rounds.h"

#include <gtest/gtest.h>

#include <array>

#include "harness/statistics/paired_ratio.h"
#include "kernels/modulus/problem.h"
#include "tests/support/simulated_device.h"

namespace modlab::measure {
namespace {

const modulus::Workload kWorkload{.shape = {64}};
const modulus::Variant kPlain{};
const modulus::Variant kWide{.load_bytes = 16};

/// kPlain and kWide timed against each other on a simulated device, for a fixed number of rounds.
statistics::PairedRatio duel(Simulation simulation, double wide_ns, std::size_t rounds = 31) {
  simulation.latency_ns = [=](const modulus::Variant& variant) { return variant == kWide ? wide_ns : 1e6; };
  SimulatedDevice device(simulation);
  SimulatedCompiler compiler;
  const ShaderSources sources;
  Workbench workbench(device, compiler, sources, kWorkload, 1);
  const PreparedKernel plain = workbench.prepare(kPlain);
  const PreparedKernel wide = workbench.prepare(kWide);
  std::array<TimedKernel, 2> kernels{{{.prepared = &plain}, {.prepared = &wide}}};
  Sampler sampler(workbench, probe_clock(device), kPlain.build);
  std::mt19937_64 random(1);
  const StoppingRule rule{.precision = 1, .min_samples = rounds, .max_ns = 1e15};
  run_rounds(sampler, kernels, random,
             {.is_over = [&](double elapsed_ns) { return stops_all(rule, kernels, elapsed_ns); },
              .begin_round = [] { return true; }});
  EXPECT_EQ(kernels[0].measurement.drifted, kernels[1].measurement.drifted);
  return statistics::paired_ratio(counted_ns(kernels[0].measurement), counted_ns(kernels[1].measurement));
}

TEST(Rounds, SameSpeedIsCalledSame) {
  EXPECT_EQ(statistics::judge(duel({.noise = 0.005}, 1e6, 101)), statistics::Verdict::same);
}

TEST(Rounds, ThreePercentSlowerIsCalledSlower) {
  EXPECT_EQ(statistics::judge(duel({.noise = 0.01}, 1.03e6)), statistics::Verdict::slower);
}

TEST(Rounds, ThreePercentFasterIsCalledFaster) {
  EXPECT_EQ(statistics::judge(duel({.noise = 0.01}, 0.97e6)), statistics::Verdict::faster);
}

TEST(Rounds, DriftOfTheMachineFavoursNeither) {
  // Over the run every launch becomes several times slower; samples of one round share their slowness.
  EXPECT_EQ(statistics::judge(duel({.drift = 1e-4}, 1e6, 201)), statistics::Verdict::same);
}

TEST(Rounds, ARoundThatDriftedIsMarkedForAllKernels) {
  // A stretch of the run is half as fast again, whichever of the two is being timed then.
  Simulation simulation{.noise = 0.002};
  simulation.slowdown = [](double now_ns) { return now_ns > 100e6 && now_ns < 130e6 ? 1.5 : 1.0; };
  const statistics::PairedRatio ratio = duel(simulation, 1e6, 101);
  EXPECT_GE(ratio.blocks, 101u);
  EXPECT_LT(ratio.blocks, 150u);
  EXPECT_EQ(statistics::judge(ratio), statistics::Verdict::same);
}

TEST(Rounds, NoiseLargerThanTheDifferenceIsUnclear) {
  EXPECT_EQ(statistics::judge(duel({.noise = 0.2}, 1.005e6)), statistics::Verdict::unclear);
}

}  // namespace
}  // namespace modlab::measure
