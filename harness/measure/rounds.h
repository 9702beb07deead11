#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "harness/measure/sampler.h"

namespace modlab::measure {

/// One of several kernels under comparison.
struct TimedKernel {
  const PreparedKernel* prepared = nullptr;
  Measurement measurement{};
  bool is_out = false;  ///< takes no part in the rounds to come
};

/// How rounds are run.
struct RoundRules {
  /// Called after every round with the wall time so far. May let kernels leave.
  std::function<bool(double elapsed_ns)> is_over;
  /// Called before every round; true where a new block begins with it. May recreate the kernels.
  std::function<bool()> begin_round;
  Workbench::Checks checks = Workbench::Checks::some;
};

/// Times all kernels once per round, in a new random order each round. Drift of the machine becomes noise of the round,
/// and sample i of one kernel pairs with sample i of any other. A round in which a pilot drifted is marked for all
/// kernels; is_over decides whether it is repeated.
void run_rounds(Sampler& sampler, std::span<TimedKernel> kernels, std::mt19937_64& random, const RoundRules& rules);

/// Whether the rule stops every kernel; records why in each. Its max_ns is for all of them together.
bool stops_all(const StoppingRule& rule, std::span<TimedKernel> kernels, double elapsed_ns);

/// Begins a block every few rounds: enough for a median that one disturbed round does not move.
std::function<bool()> blocks_of_rounds();

/// Samples a single kernel until the rule stops it. Unless begin_round says otherwise, every sample is a block.
Measurement sample_alone(
    Sampler& sampler, const PreparedKernel& prepared, const StoppingRule& rule,
    const std::function<bool()>& begin_round = [] { return true; });

/// A launch that does nothing, with its barrier: what any kernel takes at least. Nothing where its kernel was refused,
/// for example because a pack lacks it.
std::optional<statistics::Estimate> time_empty_launch(Sampler& sampler);

}  // namespace modlab::measure
