#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace modlab {

/// Who is best among kernels that were timed in the same rounds.
struct TieSet {
  std::size_t leader = 0;            ///< the lowest median
  std::vector<std::size_t> members;  ///< leader included: all that are not slower beyond 0.5 % with significance
};

/// The confidence of each comparison within a set. The leader is chosen by the very samples it is compared by, so any
/// pair of kernels may be the one that errs: 5 % are shared among them all.
double tie_confidence(std::size_t kernels);

/// samples[i] are those of kernel i, round by round. Needs at least one kernel, and a sample of each.
TieSet find_tie_set(std::span<const std::vector<double>> samples);

}  // namespace modlab
