#include "harness/analysis/heat_map.h"

#include <algorithm>

#include "harness/report/selection.h"

namespace modlab::analysis {

HeatMap make_heat_map(const Run& run, const HeatMapRequest& request) {
  const RowGroup& group = run.groups[request.group];
  const std::vector<std::size_t>& xs = group.values[request.x_axis];
  const std::vector<std::size_t>& ys = group.values[request.y_axis];
  const AxisColumn& x_axis = run.axes[request.x_axis];
  const AxisColumn& y_axis = run.axes[request.y_axis];
  HeatMap map;
  for (const std::size_t x : xs) map.x_values.push_back(x_axis.values[x]);
  for (const std::size_t y : ys) map.y_values.push_back(y_axis.values[y]);
  map.cells.resize(xs.size() * ys.size());
  const auto index_of = [](const std::vector<std::size_t>& values, std::size_t value) {
    return static_cast<std::size_t>(std::ranges::lower_bound(values, value) - values.begin());
  };
  for (const std::size_t index : group.indices) {
    const store::Row& row = run.rows()[index];
    if (!request.accuracy.empty() && row.accuracy != request.accuracy) continue;
    if (request.slice && run.axes[request.slice->axis].codes[index] != request.slice->value) continue;
    HeatCell& cell = map.cells[index_of(ys, y_axis.codes[index]) * xs.size() + index_of(xs, x_axis.codes[index])];
    if (!report::passed(row) || !row.median_ns) {
      ++cell.failed;
      continue;
    }
    ++cell.timed;
    if (!cell.best || *row.median_ns < *run.rows()[*cell.best].median_ns) cell.best = index;
  }
  return map;
}

std::optional<statistics::Interval> colour_range(const HeatMap& map, const std::vector<store::Row>& rows, Unit unit) {
  std::vector<double> figures;
  for (const HeatCell& cell : map.cells) {
    if (!cell.best) continue;
    if (const auto figure = figure_of(rows[*cell.best], unit)) figures.push_back(*figure);
  }
  if (figures.empty()) return std::nullopt;
  const statistics::Statistics cells = statistics::describe(figures);
  const double fence = 1.5 * (cells.q3 - cells.q1);
  const auto [least, most] = std::ranges::minmax(figures);
  if (fence <= 0) return statistics::Interval{least, most};
  return statistics::Interval{std::max(least, cells.q1 - fence), std::min(most, cells.q3 + fence)};
}

double brightness(double figure, const statistics::Interval& range, Unit unit) {
  const double share =
      range.high > range.low ? std::clamp((figure - range.low) / (range.high - range.low), 0.0, 1.0) : 1;
  return less_is_faster(unit) ? 1 - share : share;
}

}  // namespace modlab::analysis
