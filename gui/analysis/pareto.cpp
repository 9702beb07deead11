#include "gui/analysis/pareto.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "harness/analysis/peers.h"

namespace modlab::gui {

std::vector<AccuracyPoint> accuracy_points(const analysis::Run& run, std::size_t group, ErrorMeasure measure,
                                           const std::vector<store::Row>& elsewhere) {
  std::vector<AccuracyPoint> points;
  const auto add = [&](const store::Row& row, std::optional<std::size_t> index, bool of_peer) {
    if (const auto error = error_of(row, measure))
      points.push_back({.row = &row, .index = index, .error = *error, .median_ns = *row.median_ns, .of_peer = of_peer});
  };
  for (const std::size_t index : analysis::timed_rows(run, group, {})) add(run.rows()[index], index, false);
  for (const store::Row* peer : analysis::peers_of(run, group, elsewhere))
    add(*peer, analysis::index_of_peer(run, group, *peer), true);
  return points;
}

std::vector<ErrorMeasure> recorded_measures(const analysis::Run& run, std::size_t group) {
  std::vector<ErrorMeasure> recorded;
  const std::vector<std::size_t> timed = analysis::timed_rows(run, group, {});
  for (const auto& [measure, name] : kErrorMeasureNames)
    if (std::ranges::any_of(timed, [&](std::size_t index) { return error_of(run.rows()[index], measure).has_value(); }))
      recorded.push_back(measure);
  return recorded;
}

std::vector<AccuracyPoint> pareto_front(std::vector<AccuracyPoint> points) {
  std::ranges::sort(points, [](const AccuracyPoint& x, const AccuracyPoint& y) {
    return std::tie(x.error, x.median_ns) < std::tie(y.error, y.median_ns);
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

}  // namespace modlab::gui
