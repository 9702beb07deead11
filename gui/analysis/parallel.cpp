#include "gui/analysis/parallel.h"

#include <algorithm>
#include <utility>

namespace modlab {
namespace {

constexpr float kSpread = 0.7f;  ///< share of a value's space that its lines take

struct Timed {
  std::size_t index;
  double figure;
};

/// At most so many, evenly from the whole list.
std::vector<std::size_t> thinned(const std::vector<std::size_t>& from, std::size_t most) {
  if (from.size() <= most) return from;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < most; ++i) kept.push_back(from[i * from.size() / most]);
  return kept;
}

}  // namespace

float height_of_value(std::size_t value, std::size_t count) {
  return (static_cast<float>(value) + 0.5f) / static_cast<float>(count);
}

std::size_t value_at_height(float height, std::size_t count) {
  const float value = std::clamp(height, 0.0f, 1.0f) * static_cast<float>(count);
  return std::min(static_cast<std::size_t>(value), count - 1);
}

Parallel make_parallel(const Run& run, const Brush& brush, const ParallelRequest& request) {
  Parallel parallel;
  std::vector<Timed> timed;
  for (const std::size_t index : timed_rows(run, request.group, request.accuracy))
    if (const auto figure = figure_of(run.rows()[index], request.unit)) timed.push_back({index, *figure});
  if (timed.empty()) return parallel;
  const bool less = less_is_faster(request.unit);
  std::ranges::stable_sort(
      timed, [&](const Timed& a, const Timed& b) { return less ? a.figure < b.figure : a.figure > b.figure; });
  parallel.timed = timed.size();
  parallel.lowest = std::min(timed.front().figure, timed.back().figure);
  parallel.highest = std::max(timed.front().figure, timed.back().figure);

  const RowGroup& group = run.groups[request.group];
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
  parallel.axes.push_back({.name = std::string(name_of(request.unit)), .values = {}});

  const std::vector<bool> keeps = brushed_rows(run, brush);
  std::vector<std::size_t> rejected;  // places in `timed`
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < timed.size(); ++i) (keeps[timed[i].index] ? kept : rejected).push_back(i);
  parallel.kept = kept.size();
  const auto best_count =
      std::max<std::size_t>(1, static_cast<std::size_t>(request.best_share * static_cast<double>(kept.size()) + 0.5));
  const auto best_end = kept.begin() + static_cast<std::ptrdiff_t>(std::min(best_count, kept.size()));
  const std::vector<std::size_t> best(kept.begin(), best_end);
  kept.erase(kept.begin(), best_end);

  const double range = parallel.highest - parallel.lowest;
  const auto add = [&](const std::vector<std::size_t>& ranks, std::size_t most, bool is_best, bool is_kept) {
    const std::vector<std::size_t> drawn = thinned(ranks, most);
    for (auto rank = drawn.rbegin(); rank != drawn.rend(); ++rank) {
      const Timed& each = timed[*rank];
      ParallelLine line{
          .index = each.index, .heights = {}, .figure = each.figure, .is_best = is_best, .is_kept = is_kept};
      const float slowness = static_cast<float>(*rank) / static_cast<float>(timed.size());
      for (std::size_t i = 0; i < varied.size(); ++i) {
        const std::size_t count = parallel.axes[i].values.size();
        const std::size_t place = places[i][run.axes[varied[i]].codes[each.index]];
        line.heights.push_back(height_of_value(place, count) + kSpread * (0.5f - slowness) / static_cast<float>(count));
      }
      const double along = range > 0 ? (each.figure - parallel.lowest) / range : 0.5;
      line.heights.push_back(static_cast<float>(less ? 1 - along : along));
      parallel.lines.push_back(std::move(line));
    }
  };
  // The slowest first, so that the fastest are drawn over them.
  add(rejected, request.most_lines / 2, false, false);
  add(kept, request.most_lines, false, true);
  add(best, request.most_lines / 2, true, true);
  return parallel;
}

}  // namespace modlab
