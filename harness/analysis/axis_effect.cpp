#include "harness/analysis/axis_effect.h"

#include <algorithm>

namespace modlab::analysis {

std::vector<ValueEffect> axis_effect(const Run& run, std::size_t group, std::string_view accuracy, std::size_t axis,
                                     Unit unit) {
  const AxisColumn& column = run.axes[axis];
  std::vector<std::vector<std::size_t>> by_value(column.values.size());
  for (const std::size_t index : timed_rows(run, group, accuracy))
    if (figure_of(run.rows()[index], unit)) by_value[column.codes[index]].push_back(index);

  std::vector<ValueEffect> effects;
  for (std::size_t value = 0; value < by_value.size(); ++value) {
    std::vector<std::size_t>& indices = by_value[value];
    if (indices.empty()) continue;
    std::ranges::stable_sort(indices, {}, [&](std::size_t index) { return *run.rows()[index].median_ns; });
    std::vector<double> figures;
    for (const std::size_t index : indices) figures.push_back(*figure_of(run.rows()[index], unit));
    effects.push_back({.value = column.values[value],
                       .figures = statistics::describe(figures),
                       .largest = std::ranges::max(figures),
                       .indices = std::move(indices)});
  }
  return effects;
}

std::vector<AxisCost> axis_costs(const Run& run, std::size_t group, std::string_view accuracy) {
  std::vector<AxisCost> costs;
  for (std::size_t axis = 0; axis < run.axes.size(); ++axis) {
    const std::vector<ValueEffect> effects = axis_effect(run, group, accuracy, axis, Unit::time);
    if (effects.size() < 2) continue;
    const auto fastest = [](const ValueEffect& effect) { return effect.figures.min; };
    const auto [best, worst] = std::ranges::minmax_element(effects, {}, fastest);
    costs.push_back({axis, best->value, worst->value, worst->figures.min / best->figures.min - 1});
  }
  std::ranges::stable_sort(costs, std::ranges::greater{}, &AxisCost::share);
  return costs;
}

}  // namespace modlab::analysis
