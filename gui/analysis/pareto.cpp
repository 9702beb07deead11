#include "gui/analysis/pareto.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <tuple>

#include "kernels/algorithm.h"

namespace modlab {

std::vector<AccuracyPoint> accuracy_points(const Run& run, std::size_t group) {
  std::vector<AccuracyPoint> points;
  for (const std::string_view accuracy : {std::string_view(), name_of(Accuracy::peer)})
    for (const std::size_t index : timed_rows(run, group, accuracy)) {
      const Row& row = run.rows()[index];
      if (row.max_ulp)
        points.push_back(
            {.index = index, .max_ulp = *row.max_ulp, .median_ns = *row.median_ns, .of_peer = !accuracy.empty()});
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
    if (point.of_peer || point.median_ns >= fastest) continue;
    fastest = point.median_ns;
    front.push_back(point);
  }
  return front;
}

}  // namespace modlab
