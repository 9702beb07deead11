#include "gui/thin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace modlab {
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

std::vector<PlotPoint> thin(std::span<const PlotPoint> points, std::size_t columns, std::size_t lines) {
  Cells across{.count = columns};
  Cells down{.count = lines};
  const auto drawable = [](const PlotPoint& point) { return std::isfinite(point.x) && std::isfinite(point.y); };
  for (const PlotPoint& point : points) {
    if (!drawable(point)) continue;
    across.widen(point.x);
    down.widen(point.y);
  }
  std::vector<PlotPoint> kept;
  std::unordered_set<std::size_t> taken;
  for (const PlotPoint& point : points)
    if (drawable(point) && taken.insert(across.of(point.x) * lines + down.of(point.y)).second) kept.push_back(point);
  return kept;
}

}  // namespace modlab
