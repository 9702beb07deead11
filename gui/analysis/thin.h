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

/// Software OpenGL draws so many dots beside all else in a frame. A journal may have a hundred thousand rows.
inline constexpr std::size_t kMostDots = 5000;

/// Where there are more points than that, only the first in each cell of a grid of so many cells over their range: the
/// others would draw the same dot. What cannot be drawn, for it is infinite or not a number, goes in any case.
std::vector<PlotPoint> thin(std::span<const PlotPoint> points, std::size_t most = kMostDots);

}  // namespace modlab
