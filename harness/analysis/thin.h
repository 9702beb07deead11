#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace modlab::analysis {

/// A row in a plot.
struct PlotPoint {
  double x = 0;
  double y = 0;
  std::size_t index = 0;  ///< into the run's rows
};

/// As many dots as software OpenGL draws in a frame along with everything else. A journal may have 100,000 rows.
inline constexpr std::size_t kMaxDots = 5000;

/// Where there are more points than `max`, only the first in each of `max` grid cells over their range: the others
/// would draw the same dot. Points that are not finite are dropped in any case.
std::vector<PlotPoint> thin(std::span<const PlotPoint> points, std::size_t max = kMaxDots);

/// The finest grid of which at most `most` points are kept: many points lie close together, and leave most cells empty.
std::vector<PlotPoint> thin_to(std::span<const PlotPoint> points, std::size_t most);

}  // namespace modlab::analysis
