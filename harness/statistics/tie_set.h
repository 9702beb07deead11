#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/statistics/statistics.h"

namespace modlab {

/// The best of several kernels, and those that cannot be told from it.
struct TieSet {
  std::size_t leader = 0;            ///< the lowest median
  std::vector<std::size_t> members;  ///< leader included: all that are not slower beyond 0.5 % with significance
};

/// The confidence of each comparison within a set. The leader is chosen by the very samples it is compared by, so any
/// pair of kernels may be the one that errs: they share the 5 %.
double tie_confidence(std::size_t kernels);

/// Of kernels timed in the same rounds; samples[i] are those of kernel i, round by round. Needs at least one kernel,
/// and a sample of each.
TieSet find_tie_set(std::span<const std::vector<double>> samples);

/// Of kernels timed apart, at least one: a kernel ties unless its interval begins more than 0.5 % beyond the end of the
/// leader's.
TieSet find_tie_set(std::span<const Estimate> estimates);

}  // namespace modlab
