#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/run.h"
#include "harness/analysis/unit.h"
#include "harness/statistics/statistics.h"

namespace modlab::analysis {

/// Only rows with this value on this axis.
struct AxisSlice {
  std::size_t axis;
  std::size_t value;  ///< index into the axis' values
};

struct HeatMapRequest {
  std::size_t group = 0;
  std::string_view accuracy;  ///< empty for both classes
  std::size_t x_axis = 0;
  std::size_t y_axis = 0;
  std::optional<AxisSlice> slice;
};

/// All variants with one value on each of two axes.
struct HeatCell {
  std::optional<std::size_t> best;  ///< row index of the fastest; nothing where none was timed
  std::size_t timed = 0;
  std::size_t failed = 0;
};

/// Only values that occur in the group have a column or row.
struct HeatMap {
  std::vector<std::string> x_values;
  std::vector<std::string> y_values;
  std::vector<HeatCell> cells;  ///< row by row, the first y value first

  [[nodiscard]] const HeatCell& at(std::size_t x, std::size_t y) const { return cells[y * x_values.size() + x]; }
};

HeatMap make_heat_map(const Run& run, const HeatMapRequest& request);

/// The range of the colour scale: that of the cells' figures, clipped at Tukey's fences, so that one very slow cell
/// does not make all others look alike. Nothing where no cell has a figure.
std::optional<statistics::Interval> colour_range(const HeatMap& map, const std::vector<store::Row>& rows, Unit unit);

/// Where a figure lies on that scale, from 0 to 1: bright is fast, in every unit.
double brightness(double figure, const statistics::Interval& range, Unit unit);

}  // namespace modlab::analysis
