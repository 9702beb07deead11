#include "gui/analysis/parallel.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace modlab::gui {
namespace {

struct Timed {
  std::size_t index;
  double figure;
};

}  // namespace

float height_of_value(std::size_t value, std::size_t count) {
  return (static_cast<float>(value) + 0.5f) / static_cast<float>(count);
}

std::size_t value_at_height(float height, std::size_t count) {
  const float value = std::clamp(height, 0.0f, 1.0f) * static_cast<float>(count);
  return std::min(static_cast<std::size_t>(value), count - 1);
}

float height_of_figure(const Parallel& parallel, analysis::Unit unit, double figure) {
  const double range = parallel.highest - parallel.lowest;
  const double along = range > 0 ? std::clamp((figure - parallel.lowest) / range, 0.0, 1.0) : 0.5;
  return static_cast<float>(analysis::less_is_faster(unit) ? 1 - along : along);
}

double figure_at_height(const Parallel& parallel, analysis::Unit unit, float height) {
  const double along = static_cast<double>(analysis::less_is_faster(unit) ? 1 - height : height);
  return parallel.lowest + along * (parallel.highest - parallel.lowest);
}

Parallel make_parallel(const analysis::Run& run, const Brush& brush, const ParallelRequest& request) {
  Parallel parallel;
  std::vector<Timed> timed;
  for (const std::size_t index : analysis::timed_rows(run, request.group, request.accuracy))
    if (const auto figure = analysis::figure_of(run.rows()[index], request.unit)) timed.push_back({index, *figure});
  if (timed.empty()) return parallel;
  const bool less = analysis::less_is_faster(request.unit);
  std::ranges::stable_sort(
      timed, [&](const Timed& a, const Timed& b) { return less ? a.figure < b.figure : a.figure > b.figure; });
  parallel.timed = timed.size();
  parallel.lowest = std::min(timed.front().figure, timed.back().figure);
  parallel.highest = std::max(timed.front().figure, timed.back().figure);

  const analysis::RowGroup& group = run.groups[request.group];
  std::vector<std::size_t> varied;
  std::vector<std::vector<std::size_t>> places;  // per axis and value code, its place among those that occur
  for (std::size_t axis = 0; axis < run.axes.size(); ++axis) {
    const std::vector<std::size_t>& values = group.values[axis];
    if (values.size() < 2) continue;
    varied.push_back(axis);
    ParallelAxis shown{.name = run.axes[axis].name, .values = {}};
    places.emplace_back(run.axes[axis].values.size(), 0);
    for (std::size_t place = 0; place < values.size(); ++place) {
      shown.values.push_back(run.axes[axis].values[values[place]]);
      places.back()[values[place]] = place;
    }
    parallel.axes.push_back(std::move(shown));
  }
  parallel.axes.push_back({.name = std::string(analysis::name_of(request.unit)), .values = {}});

  const auto line_of = [&](std::size_t rank) {
    const Timed& each = timed[rank];
    ParallelLine line{.index = each.index, .heights = {}};
    for (std::size_t i = 0; i < varied.size(); ++i) {
      const std::size_t place = places[i][run.axes[varied[i]].codes[each.index]];
      line.heights.push_back(height_of_value(place, parallel.axes[i].values.size()));
    }
    line.heights.push_back(height_of_figure(parallel, request.unit, each.figure));
    return line;
  };

  const std::vector<bool> keeps = brushed_rows(run, brush);
  // Per axis but the last, a count for each pair of values.
  std::vector<std::vector<ParallelLink>> links(varied.size());
  for (std::size_t i = 0; i < varied.size(); ++i) {
    const std::size_t right_count = i + 1 < varied.size() ? parallel.axes[i + 1].values.size() : Parallel::kBins;
    for (std::size_t left = 0; left < parallel.axes[i].values.size(); ++left)
      for (std::size_t right = 0; right < right_count; ++right)
        links[i].push_back({.axis = i, .left = left, .right = right});
  }
  parallel.kept =
      static_cast<std::size_t>(std::ranges::count_if(timed, [&](const Timed& each) { return keeps[each.index]; }));
  const auto best_count =
      std::max<std::size_t>(1, static_cast<std::size_t>(request.best_share * static_cast<double>(parallel.kept) + 0.5));
  for (std::size_t rank = 0; rank < timed.size(); ++rank) {
    const auto [index, figure] = timed[rank];
    const bool is_best = keeps[index] && parallel.best.size() < best_count;
    if (is_best) parallel.best.push_back(line_of(rank));
    std::size_t right = value_at_height(height_of_figure(parallel, request.unit, figure), Parallel::kBins);
    std::size_t right_count = Parallel::kBins;
    for (std::size_t i = varied.size(); i-- > 0;) {
      const std::size_t left = places[i][run.axes[varied[i]].codes[index]];
      ParallelLink& link = links[i][left * right_count + right];
      ++(keeps[index] ? link.kept : link.rejected);
      if (is_best) ++link.best;
      right = left;
      right_count = parallel.axes[i].values.size();
    }
    if (std::ranges::find(request.selection, index) != request.selection.end())
      parallel.selected.push_back(line_of(rank));
  }
  for (const std::vector<ParallelLink>& of_axis : links)
    std::ranges::copy_if(of_axis, std::back_inserter(parallel.links),
                         [](const ParallelLink& link) { return link.kept + link.rejected > 0; });
  return parallel;
}

}  // namespace modlab::gui
