#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "harness/measure/sampler.h"

namespace modlab {

/// One of several kernels under comparison.
struct Contestant {
  const PreparedKernel* prepared = nullptr;
  Measurement measurement;
};

/// Times all contestants once per round, in a new random order each round, until the rule stops every one of them or
/// the time is up. Drift of the machine becomes noise of the round, and sample i of one contestant pairs with sample i
/// of any other. A round in which the pilot drifted is marked for all contestants and repeated. The rule's max_ns
/// is for all of them together. `before_round` is called before each round and may recreate the kernels.
void run_rounds(
    Sampler& sampler, std::span<Contestant> contestants, const StoppingRule& rule, std::mt19937_64& random,
    const std::function<void()>& before_round = [] {});

/// Samples a single kernel until the rule stops it.
Measurement sample_alone(Sampler& sampler, const PreparedKernel& prepared, const StoppingRule& rule);

}  // namespace modlab
