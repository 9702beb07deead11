#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/statistics/statistics.h"

namespace modlab::statistics {

/// The best of several kernels, and those that cannot be told from it.
struct TieSet {
  std::size_t leader = 0;            ///< the lowest median
  std::vector<std::size_t> members;  ///< leader included
};

/// Of kernels that were not timed in the same rounds, at least one: a kernel ties unless its interval begins more than
/// 0.5 % beyond the end of the leader's. Race compares those that were.
TieSet find_tie_set(std::span<const Estimate> estimates);

}  // namespace modlab::statistics
