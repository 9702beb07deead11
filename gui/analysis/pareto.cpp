#include "gui/analysis/pareto.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace modlab {

std::vector<AccuracyPoint> accuracy_points(const Run& run, std::size_t group) {
  std::vector<AccuracyPoint> points;
  for (const std::size_t index : timed_rows(run, group, {})) {
    const Row& row = run.rows()[index];
    if (row.max_ulp) points.push_back({index, *row.max_ulp, *row.median_ns});
  }
  return points;
}

std::vector<AccuracyPoint> pareto_front(std::vector<AccuracyPoint> points) {
  std::ranges::sort(points, [](const AccuracyPoint& x, const AccuracyPoint& y) {
    return std::tie(x.max_ulp, x.median_ns) < std::tie(y.max_ulp, y.median_ns);
  });
  std::vector<AccuracyPoint> front;
  double fastest = std::numeric_limits<double>::infinity();
  for (const AccuracyPoint& point : points) {
    if (point.median_ns >= fastest) continue;
    fastest = point.median_ns;
    front.push_back(point);
  }
  return front;
}

}  // namespace modlab
