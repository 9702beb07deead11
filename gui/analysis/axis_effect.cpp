#include "gui/analysis/axis_effect.h"

#include <algorithm>

namespace modlab {

std::vector<ValueEffect> axis_effect(const Run& run, std::size_t group, std::string_view accuracy, std::size_t axis,
                                     Unit unit) {
  const AxisColumn& column = run.axes[axis];
  std::vector<std::vector<std::size_t>> by_value(column.values.size());
  for (const std::size_t place : timed_places(run, group, accuracy))
    if (figure_of(run.rows()[place], unit)) by_value[column.codes[place]].push_back(place);

  std::vector<ValueEffect> effects;
  for (std::size_t value = 0; value < by_value.size(); ++value) {
    std::vector<std::size_t>& places = by_value[value];
    if (places.empty()) continue;
    std::ranges::stable_sort(places, {}, [&](std::size_t place) { return *run.rows()[place].median_ns; });
    std::vector<double> figures;
    for (const std::size_t place : places) figures.push_back(*figure_of(run.rows()[place], unit));
    effects.push_back({.value = column.values[value],
                       .figures = describe(figures),
                       .largest = std::ranges::max(figures),
                       .places = std::move(places)});
  }
  return effects;
}

}  // namespace modlab
