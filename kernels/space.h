#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/candidate.h"

namespace modlab {

/// A choice of one value, by its index, on every axis of a space.
using Point = std::vector<std::uint32_t>;

/// What a search knows of an axis.
struct SearchAxis {
  std::uint32_t values = 0;
  bool ordered = false;  ///< a step goes to the next larger or smaller value, rather than to any other
};

/// The candidates that a workload can choose from, as points of a space: candidate i is point i. They are in a fixed
/// order, in which the plainest of each accuracy class comes before the others of its class.
struct Space {
  std::vector<SearchAxis> axes{};
  std::vector<Point> points{};
  std::vector<Candidate> candidates{};
  std::vector<std::size_t> starts{};  ///< where a search should begin, whatever else it knows
};

}  // namespace modlab
