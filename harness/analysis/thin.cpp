#include "harness/analysis/thin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace modlab::analysis {
namespace {

/// Cells of equal width over a range of values.
struct Cells {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  std::size_t count;

  void widen(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] std::size_t of(double value) const {
    if (!(high > low)) return 0;
    return std::min(count - 1, static_cast<std::size_t>((value - low) / (high - low) * static_cast<double>(count)));
  }
};

}  // namespace

std::vector<PlotPoint> thin(std::span<const PlotPoint> points, std::size_t max) {
  std::vector<PlotPoint> drawable;
  for (const PlotPoint& point : points)
    if (std::isfinite(point.x) && std::isfinite(point.y)) drawable.push_back(point);
  if (drawable.size() <= max) return drawable;

  // Plots are wider than they are high.
  const auto rows = static_cast<std::size_t>(std::sqrt(static_cast<double>(max) / 2));
  Cells across{.count = std::max<std::size_t>(1, max / std::max<std::size_t>(1, rows))};
  Cells down{.count = std::max<std::size_t>(1, rows)};
  for (const PlotPoint& point : drawable) {
    across.widen(point.x);
    down.widen(point.y);
  }
  std::vector<PlotPoint> kept;
  std::unordered_set<std::size_t> taken;
  for (const PlotPoint& point : drawable)
    if (taken.insert(across.of(point.x) * down.count + down.of(point.y)).second) kept.push_back(point);
  return kept;
}

std::vector<PlotPoint> thin_to(std::span<const PlotPoint> points, std::size_t most) {
  std::vector<PlotPoint> kept = thin(points, most);
  for (std::size_t cells = 2 * most; cells < 2 * points.size(); cells *= 2) {
    std::vector<PlotPoint> finer = thin(points, cells);
    if (finer.size() > most) break;
    kept = std::move(finer);
  }
  return kept;
}

}  // namespace modlab::analysis
