#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/run.h"

namespace modlab {

/// What it costs to hold one axis at its worst value, with every other choice free.
struct AxisCost {
  std::size_t axis = 0;
  std::string best;   ///< the value of the fastest variant
  std::string worst;  ///< the value whose fastest variant is the slowest
  double share = 0;   ///< 0.25: that takes a quarter longer than the fastest
};

/// Of the axes on which the group's timed variants of a class differ, the most costly first.
std::vector<AxisCost> axis_costs(const Run& run, std::size_t group, std::string_view accuracy);

}  // namespace modlab
