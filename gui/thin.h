#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace modlab {

/// A row in a plot.
struct PlotPoint {
  double x = 0;
  double y = 0;
  std::size_t place = 0;  ///< in the run's rows
};

/// Of points that lie so close that they draw the same dot only the first: at most one in each cell of a grid over
/// their range. Software OpenGL draws a few thousand dots in a frame, a journal has up to 100,000.
std::vector<PlotPoint> thin(std::span<const PlotPoint> points, std::size_t columns, std::size_t lines);

}  // namespace modlab
