#pragma once

#include <cstddef>

#include "harness/statistics/statistics.h"

namespace modlab::statistics {

/// How thoroughly a run measures; users may choose it, and its context keeps it.
struct SamplingRule {
  double precision = kIndifference;      ///< half of every interval's width, as a share of the median
  std::size_t min_samples = 9;           ///< of a variant alone: the fewest whose 95 % interval excludes the extremes
  double max_time_per_variant_s = 0.02;  ///< wall time for sampling a variant alone
  std::size_t rounds = 40;               ///< at least, for the figures of the variants that are compared
};

}  // namespace modlab::statistics
