#include "harness/analysis/axis_effect.h"

#include <algorithm>

namespace modlab {

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
                       .figures = describe(figures),
                       .largest = std::ranges::max(figures),
                       .indices = std::move(indices)});
  }
  return effects;
}

}  // namespace modlab
