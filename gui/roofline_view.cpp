#include "gui/roofline_view.h"

#include <algorithm>

#include "kernels/algorithm.h"

namespace modlab {

std::vector<RooflineBar> roofline_bars(const Run& run) {
  std::vector<RooflineBar> bars;
  for (std::size_t group = 0; group < run.groups.size(); ++group) {
    const std::vector<std::size_t> timed = timed_places(run, group, {});
    if (timed.empty()) continue;
    RooflineBar bar{.group = group, .label = run.groups[group].label, .best_exact = {}, .best_formula = {}};
    for (const std::size_t place : timed)
      bar.roof_gbps = std::max(bar.roof_gbps, run.rows()[place].roofline_gbps.value_or(0));
    const auto best_of_class = [&](Accuracy accuracy) -> std::optional<std::size_t> {
      if (timed_places(run, group, name_of(accuracy)).empty()) return std::nullopt;
      return best_place(run, group, name_of(accuracy));
    };
    bar.best_exact = best_of_class(Accuracy::exact);
    bar.best_formula = best_of_class(Accuracy::formula);
    bars.push_back(std::move(bar));
  }
  return bars;
}

}  // namespace modlab
