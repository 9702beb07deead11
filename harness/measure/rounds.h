#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "harness/measure/sampler.h"
#include "harness/measure/verdict.h"

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

struct PairedRatio {
  std::size_t pairs = 0;
  double median = 1;                            ///< of samples over base, round by round
  Interval ci{1, 1};                            ///< of that median, with the confidence asked for
  std::size_t least_pairs = kLeastForInterval;  ///< with fewer there is no interval of that confidence
};

/// Needs at least one pair; rounds that only one side has are left out.
PairedRatio paired_ratio(std::span<const double> base, std::span<const double> samples, double confidence = 0.95);

/// FASTER or SLOWER where the whole interval lies beyond the indifference, SAME where it lies within, else UNCLEAR. So
/// few pairs that there is no interval are UNCLEAR too.
Verdict judge(const PairedRatio& ratio);

}  // namespace modlab
