#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/run.h"
#include "harness/analysis/unit.h"
#include "harness/statistics/statistics.h"

namespace modlab::analysis {

/// How all variants with one value of an axis performed.
struct ValueEffect {
  std::string value;
  statistics::Statistics figures;  ///< over the variants' medians, in the requested unit
  double largest = 0;
  std::vector<std::size_t> indices;  ///< of these variants' rows, the fastest first
};

/// A box for each value of the axis with a timed variant, in the order of the values.
std::vector<ValueEffect> axis_effect(const Run& run, std::size_t group, std::string_view accuracy, std::size_t axis,
                                     Unit unit);

/// What it costs to hold an axis at its worst value, with every other choice free.
struct AxisCost {
  std::size_t axis = 0;
  std::string best;   ///< the value of the fastest variant
  std::string worst;  ///< the value whose fastest variant is the slowest
  double share = 0;   ///< 0.25: that takes a quarter longer than the fastest
};

/// Of the axes on which the group's timed variants of a class differ, the most costly first.
std::vector<AxisCost> axis_costs(const Run& run, std::size_t group, std::string_view accuracy);

}  // namespace modlab::analysis
