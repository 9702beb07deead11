#pragma once

#include <cstddef>

#include "harness/measure/stopping_rule.h"

namespace modlab {

/// How thoroughly a run measures; users may choose it.
struct SamplingRule {
  double precision = kIndifference;  ///< of every figure, see StoppingRule
  std::size_t min_samples = 9;       ///< of a variant alone
  double max_time_s = 0.04;          ///< wall time for sampling a variant alone
  std::size_t rounds = 40;           ///< at least, for the figures of the variants that are compared

  bool operator==(const SamplingRule&) const = default;
};

}  // namespace modlab
