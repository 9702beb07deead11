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

/// Times all contestants once a round, in a random order that is new each round, until the rule stops every one of them
/// or the time is up. Drift of the machine becomes noise of the round, and sample i of one contestant pairs with sample
/// i of any other. Drift that the pilot sees sets the round apart, for all of them alike, and it is taken again. The
/// rule's longest_ns is for all of them together. `before_round` is called before each, and may make the kernels anew.
void run_rounds(
    Sampler& sampler, std::span<Contestant> contestants, const StoppingRule& rule, std::mt19937_64& random,
    const std::function<void()>& before_round = [] {});

/// Samples one kernel alone until the rule says stop.
Measurement sample_alone(Sampler& sampler, const PreparedKernel& prepared, const StoppingRule& rule);

}  // namespace modlab
