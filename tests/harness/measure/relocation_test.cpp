#include "harness/measure/relocation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "harness/measure/rounds.h"
#include "kernels/modulus/problem.h"
#include "tests/support/simulated_device.h"

namespace modlab::measure {
namespace {

constexpr double kTrue_ns = 1e6;

/// One kernel in a process of its own, whose speed depends on the addresses it gets. Smaller tensors would have an Out
/// for every launch, megabytes that each round moves.
struct SimulatedRun {
  explicit SimulatedRun(std::uint64_t seed, Conditions conditions = {}, modulus::Workload workload = {.shape = {5000}},
                        std::size_t jobs = 0)
      : device({.latency_ns = [](const modulus::Variant&) { return kTrue_ns; },
                .noise = 0.002,
                .location_noise = 0.01,
                .seed = seed}),
        workbench(device, compiler, sources, workload, 1, {}, conditions, jobs) {
    kernels.push_back(workbench.prepare(modulus::Variant{.access = Access::structured}));
  }

  SimulatedDevice device;
  SimulatedCompiler compiler;
  ShaderSources sources;
  Workbench workbench;
  std::vector<PreparedKernel> kernels;
};

/// The result of a run of this many rounds.
statistics::Statistics measure(std::uint64_t seed, bool relocates) {
  SimulatedRun run(seed);
  Sampler sampler(run.workbench, probe_clock(run.device), Build{});
  Relocation relocation(run.workbench, run.kernels);
  return sample_alone(sampler, run.kernels.front(), {.precision = 1, .min_samples = 60, .max_ns = 1e15},
                      [&] { return !relocates || relocation.begin_round(); })
      .statistics;
}

TEST(Relocation, PutsTheSpreadBetweenAddressesIntoTheInterval) {
  constexpr std::uint64_t kRuns = 100;
  std::uint64_t moving = 0;
  std::uint64_t staying = 0;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    const auto holds_truth = [](const statistics::Statistics& s) {
      return s.ci.low <= kTrue_ns && kTrue_ns <= s.ci.high;
    };
    if (holds_truth(measure(seed, true))) ++moving;
    if (holds_truth(measure(seed, false))) ++staying;
  }
  EXPECT_GE(moving, kRuns * 89 / 100);
  EXPECT_LT(moving, kRuns) << "a 95 % interval that holds it always is too wide";
  EXPECT_LE(staying, kRuns * 3 / 10) << "or there is no spread to include";
}

TEST(Relocation, KernelsComputeTheSameAtAnyAddress) {
  for (const modulus::Placement placement :
       {modulus::Placement::out, modulus::Placement::in_a, modulus::Placement::in_b})
    for (const Mode mode : {Mode::warm, Mode::overlap, Mode::cold}) {
      SimulatedRun run(1, {.mode = mode, .cache_bytes = 4096}, {.shape = {64}, .placement = placement});
      Relocation relocation(run.workbench, run.kernels);
      for (int i = 0; i < 10; ++i) {
        relocation.begin_round();
        EXPECT_NO_THROW(run.workbench.verify(run.kernels.front()))
            << modulus::name_of(placement) << ' ' << name_of(mode);
        static_cast<void>(run.workbench.time(run.kernels.front(), 2));
      }
    }
}

TEST(Relocation, RoundsContinueWhileTheNextKernelsArePrepared) {
  using namespace std::chrono_literals;
  std::atomic<bool> go = false;
  SimulatedRun run(1, {}, {.shape = {64}}, 1);
  run.compiler.refuses = [&](const compile::ShaderRequest&) {
    while (!go) std::this_thread::sleep_for(1ms);
    return false;
  };
  Relocation relocation(run.workbench, run.kernels);
  const Kernel* const first = run.kernels.front().kernel.get();
  for (int i = 0; i < 12; ++i) relocation.begin_round();
  EXPECT_EQ(run.kernels.front().kernel.get(), first);
  go = true;
  while (run.workbench.is_preparing()) std::this_thread::sleep_for(1ms);
  relocation.begin_round();
  EXPECT_NE(run.kernels.front().kernel.get(), first);
}

TEST(Relocation, InAHurryEveryRoundIsABlock) {
  SimulatedRun run(1);
  Relocation relocation(run.workbench, run.kernels);
  relocation.hurry();
  std::set<const Kernel*> kernels;
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(relocation.begin_round());
    kernels.insert(run.kernels.front().kernel.get());
  }
  EXPECT_EQ(kernels.size(), 4u);
}

TEST(Relocation, LeavesWhatTakesNoFurtherPart) {
  SimulatedRun run(1);
  run.kernels.push_back(run.workbench.prepare(modulus::Variant{.access = Access::structured, .threads = 64}));
  Relocation relocation(run.workbench, run.kernels);
  const Kernel* const stays = run.kernels[0].kernel.get();
  const Kernel* const moves = run.kernels[1].kernel.get();
  relocation.leave(0);
  for (int i = 0; i < 4; ++i) relocation.begin_round();
  EXPECT_EQ(run.kernels[0].kernel.get(), stays);
  EXPECT_NE(run.kernels[1].kernel.get(), moves);
}

TEST(Relocation, KeepsEarlierBuffersSoThatAddressesDiffer) {
  SimulatedRun run(1);
  Relocation relocation(run.workbench, run.kernels);
  std::set<const Kernel*> kernels;
  int blocks = 0;
  for (int i = 0; i < 12; ++i) {
    blocks += relocation.begin_round() ? 1 : 0;
    kernels.insert(run.kernels.front().kernel.get());
  }
  EXPECT_EQ(kernels.size(), 4u) << "a new one every third round";
  EXPECT_EQ(blocks, 4);

  const modulus::Workload workload{.shape = {64}};
  const modulus::ModulusDesc desc = modulus::describe(workload);
  const modulus::HostOperands content = modulus::make_operands(workload, 1);
  const std::vector<Operand> operands = modulus::operands_of(desc);
  WorkingSet buffers(run.device, operands, std::vector<Content>{content.a, content.b, {}},
                     plan_working_set(operands, {}, run.device.traits().memory_bytes));
  std::vector<const Buffer*> addresses;
  for (int i = 0; i < 40; ++i) {
    const Buffer* const address = buffers.next()[modulus::kTensorOut].buffer;
    EXPECT_EQ(std::count(addresses.end() - std::min(3, i), addresses.end(), address), 0) << "among the last three";
    addresses.push_back(address);
    buffers.move();
  }
}

}  // namespace
}  // namespace modlab::measure
