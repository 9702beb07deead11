// A kernel made 3 % slower on a real software adapter. Only verdicts are checked here, not times; on a busy machine the
// verdict may be UNCLEAR.
#include <gtest/gtest.h>

#include "harness/compile/d3d_compiler.h"
#include "harness/d3d12/d3d12_device.h"
#include "harness/measure/rounds.h"
#include "harness/statistics/paired_ratio.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "tests/support/slowed_device.h"

namespace modlab::measure {
namespace {

/// A kernel against itself, slowed down by this factor.
class SlowedKernel : public testing::Test {
 protected:
  statistics::Verdict verdict_on(double factor) {
    device_.slow_down(*slowed_.kernel, factor);
    std::array<TimedKernel, 2> duel{{{.prepared = &plain_}, {.prepared = &slowed_}}};
    constexpr StoppingRule kRule{.precision = 0.002, .min_samples = 31, .max_ns = 1e9, .guaranteed_blocks = 15};
    run_rounds(sampler_, duel, random_,
               {.is_over = [&](double elapsed_ns) { return stops_all(kRule, duel, elapsed_ns); },
                .begin_round = [] { return true; }});
    return statistics::judge(
        statistics::paired_ratio(counted_ns(duel[0].measurement), counted_ns(duel[1].measurement)));
  }

  static inline const modulus::Variant kVariant{
      .access = Access::typed, .load_bytes = 16, .algorithm = modulus::Algorithm::split, .binding = Binding::table};
  std::unique_ptr<Device> driver_ = d3d12::make_device({});
  std::unique_ptr<compile::Compiler> compiler_ = compile::make_d3d_compiler();
  SlowedDevice device_{*driver_};
  Workbench workbench_{device_, *compiler_, embedded_shaders(), modulus::Workload{.shape = {16384}}, 1};
  Sampler sampler_{workbench_, probe_clock(device_), kVariant.build};
  PreparedKernel plain_ = workbench_.prepare(kVariant);
  PreparedKernel slowed_ = workbench_.prepare(kVariant);
  std::mt19937_64 random_{1};
};

TEST_F(SlowedKernel, ThreePercentAreCalledSlower) {
  constexpr int kAttempts = 12;
  statistics::Verdict verdict = statistics::Verdict::unclear;
  for (int i = 0; i < kAttempts && verdict == statistics::Verdict::unclear; ++i) verdict = verdict_on(1.03);
  if (verdict == statistics::Verdict::unclear) GTEST_SKIP() << "too busy a machine to tell 3 %";
  EXPECT_EQ(verdict, statistics::Verdict::slower);
}

TEST_F(SlowedKernel, NothingIsNotCalledADifference) {
  // One attempt in a hundred may be wrong, but not most of them.
  constexpr int kAttempts = 5;
  std::map<statistics::Verdict, int> counts;
  for (int i = 0; i < kAttempts; ++i) ++counts[verdict_on(1)];
  EXPECT_LE(counts[statistics::Verdict::slower], kAttempts / 2);
  EXPECT_LE(counts[statistics::Verdict::faster], kAttempts / 2);
}

}  // namespace
}  // namespace modlab::measure
