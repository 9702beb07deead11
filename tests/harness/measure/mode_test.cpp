// The modes on a device with a cache and concurrent launches.
#include <gtest/gtest.h>

#include <set>

#include "harness/measure/workbench.h"
#include "kernels/error.h"
#include "kernels/modulus/problem.h"
#include "tests/support/simulated_device.h"

namespace modlab::measure {
namespace {

constexpr std::uint64_t kCacheBytes = 2 << 20;
constexpr double kLaunch_ns = 10'000;

/// Tensors of which a few dozen exceed the cache, and ones so small that no rotation does.
const Shape kLarge{8192};
const Shape kSmall{64};

class ModeTest : public testing::TestWithParam<modulus::Placement> {
 protected:
  ModeTest() {
    simulation_.latency_ns = [](const modulus::Variant&) { return kLaunch_ns; };
    simulation_.overlap_share = 0.5;
    simulation_.cache_bytes = kCacheBytes;
    simulation_.miss_share = 1;
  }

  void lay_out(Mode mode, const Shape& shape) {
    device_.emplace(simulation_);
    workbench_.emplace(*device_, compiler_, sources_, modulus::Workload{.shape = shape, .placement = GetParam()}, 1,
                       PlanLimits{}, Conditions{.mode = mode, .cache_bytes = kCacheBytes});
    kernel_.emplace(workbench_->prepare(modulus::Variant{.access = Access::structured}));
  }

  /// A launch's time in later batches, in units of one alone with its operands in the cache.
  double launch(Mode mode, const Shape& shape, std::uint32_t batch) {
    lay_out(mode, shape);
    batch = std::min(batch, workbench_->max_batch());
    for (int i = 0; i < 3; ++i) static_cast<void>(workbench_->time(*kernel_, batch));
    workbench_->verify(*kernel_);
    double ticks = 0;
    for (int i = 0; i < 20; ++i) ticks += static_cast<double>(workbench_->time(*kernel_, batch));
    EXPECT_NO_THROW(workbench_->verify(*kernel_));
    return ticks / 20 / batch / kLaunch_ns;
  }

  /// Every operand that a launch touches is slower by 100 % where the cache does not hold it.
  static double all_missed() { return GetParam() == modulus::Placement::out ? 8 : 4; }

  Simulation simulation_;
  SimulatedCompiler compiler_;
  ShaderSources sources_;
  std::optional<SimulatedDevice> device_;
  std::optional<Workbench> workbench_;
  std::optional<PreparedKernel> kernel_;
};

TEST_P(ModeTest, WarmLaunchesFindTheirOperandsInTheCache) {
  EXPECT_NEAR(launch(Mode::warm, kLarge, 8), 1, 0.01);
  EXPECT_NEAR(launch(Mode::warm, kSmall, 8), 1, 0.01);
}

TEST_P(ModeTest, OverlappingLaunchesRunConcurrentlyUntilAnOutIsReused) {
  EXPECT_NEAR(launch(Mode::overlap, kLarge, 16), (1 + 15 * 0.5) / 16, 0.01);
  EXPECT_NEAR(launch(Mode::overlap, kSmall, 32), (1 + 15 * 0.5) / 16, 0.01) << "the device refuses two into one Out";
}

TEST_P(ModeTest, ColdLaunchesFindNothingInTheCache) {
  for (const std::uint32_t batch : {1u, 5u, 100u}) {
    EXPECT_NEAR(launch(Mode::cold, kLarge, batch), all_missed(), 0.01) << batch << " in rotation";
    EXPECT_NEAR(launch(Mode::cold, kSmall, batch), all_missed(), 0.01) << batch << " after a flush";
  }
}

TEST_P(ModeTest, EveryLaunchFindsTheOperandsAsTheyWere) {
  std::set<std::vector<std::byte>> seen_a;
  std::set<std::vector<std::byte>> seen_b;
  simulation_.watch = [&](const modulus::HostOperands& operands) {
    const auto bytes = [](const std::vector<std::byte>& content) {  // without the guard after an Out
      return std::vector<std::byte>(content.begin(), content.begin() + 4 * kSmall[0]);
    };
    seen_a.insert(bytes(operands.a));
    seen_b.insert(bytes(operands.b));
  };
  for (const auto& mode : kModeNames) {
    lay_out(mode.value, kSmall);
    for (int i = 0; i < 5; ++i) static_cast<void>(workbench_->time(*kernel_, std::min(7u, workbench_->max_batch())));
    workbench_->verify(*kernel_);
    static_cast<void>(workbench_->time(*kernel_, workbench_->max_batch() > 256 ? 300 : workbench_->max_batch()));
  }
  EXPECT_EQ(seen_a.size(), 1u);
  EXPECT_EQ(seen_b.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Mode, ModeTest,
                         testing::Values(modulus::Placement::out, modulus::Placement::in_a, modulus::Placement::in_b),
                         [](const auto& test) {
                           std::string name(name_of(test.param));
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

WorkingSetPlan plan_of(const modulus::Workload& workload, const Conditions& conditions, std::uint64_t memory_bytes) {
  return plan_working_set(modulus::operands_of(modulus::describe(workload)), conditions, memory_bytes);
}

/// Buffers for Out.
std::uint64_t outs_of(const WorkingSetPlan& plan) { return plan.outputs.front().buffers; }

TEST(WorkingSetPlan, WarmNeedsOneOfEachAndOverlapAnOutForEachLaunchInFlight) {
  const modulus::Workload workload{.shape = {8192}};
  const WorkingSetPlan warm = plan_of(workload, {.mode = Mode::warm}, 1 << 30);
  EXPECT_EQ(warm.inputs, 1u);
  EXPECT_EQ(outs_of(warm), 1u);
  const WorkingSetPlan overlap = plan_of(workload, {.mode = Mode::overlap}, 1 << 30);
  EXPECT_EQ(overlap.inputs, 1u);
  EXPECT_EQ(outs_of(overlap), 16u);
  EXPECT_EQ(outs_of(plan_of(workload, {.mode = Mode::overlap}, 512 << 10)), 3u) << "a quarter of the memory";
}

TEST(WorkingSetPlan, ColdExceedsTheCacheFourTimes) {
  const modulus::Workload workload{.shape = {1 << 20}};  // 12 MiB
  const WorkingSetPlan plan = plan_of(workload, {.mode = Mode::cold, .cache_bytes = 50 << 20}, 1ull << 33);
  EXPECT_EQ(plan.inputs, 17u);
  EXPECT_EQ(outs_of(plan), 17u);
  EXPECT_EQ(plan.flush_bytes, 0u);
}

TEST(WorkingSetPlan, ColdInPlaceHasAsManyMoreAsAreRestoredBeforeABatch) {
  const modulus::Workload workload{.shape = {1 << 20}, .placement = modulus::Placement::in_a};  // 8 MiB
  const WorkingSetPlan plan = plan_of(workload, {.mode = Mode::cold, .cache_bytes = 50 << 20}, 1ull << 33);
  EXPECT_EQ(outs_of(plan), 25u + plan.max_batch);
}

TEST(WorkingSetPlan, ATensorLargerThanThatIsColdAlone) {
  const modulus::Workload workload{.shape = {1 << 26}};
  EXPECT_EQ(outs_of(plan_of(workload, {.mode = Mode::cold, .cache_bytes = 50 << 20}, 1ull << 30)), 1u);
}

TEST(WorkingSetPlan, ColdSaysSoWhereTheMemoryIsTooSmall) {
  const modulus::Workload workload{.shape = {1 << 20}};
  try {
    static_cast<void>(plan_of(workload, {.mode = Mode::cold, .cache_bytes = 256 << 20}, 1 << 30));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("--cache-mib"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace modlab::measure
