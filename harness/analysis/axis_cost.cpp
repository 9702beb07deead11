#include "harness/analysis/axis_cost.h"

#include <algorithm>

#include "harness/analysis/axis_effect.h"

namespace modlab {

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

}  // namespace modlab
