#include "gui/analysis/brush.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "kernels/accuracy.h"

namespace modlab::gui {

const std::vector<std::string>* Brush::on(std::string_view axis) const {
  const auto found = std::ranges::find(axes, axis, &Axis::axis);
  return found == axes.end() ? nullptr : &found->values;
}

void Brush::set(std::string_view axis, std::vector<std::string> values) {
  std::erase_if(axes, [&](const Axis& each) { return each.axis == axis; });
  if (!values.empty()) axes.push_back({std::string(axis), std::move(values)});
}

std::string brush_text(const Brush& brush) {
  std::vector<std::string> parts;
  for (const Brush::Axis& each : brush.axes)
    parts.push_back(fmt::format("{} {}", each.axis, fmt::join(each.values, ", ")));
  if (brush.figures)
    parts.push_back(fmt::format("{} to {}", analysis::figure_text(brush.figures->unit, brush.figures->low),
                                analysis::figure_text(brush.figures->unit, brush.figures->high)));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<bool> brushed_rows(const analysis::Run& run, const Brush& brush) {
  std::vector<bool> keeps(run.rows().size(), true);
  const auto reject = [&](auto&& is_rejected) {
    for (std::size_t index = 0; index < keeps.size(); ++index)
      if (keeps[index] && run.rows()[index].accuracy != name_of(Accuracy::peer) && is_rejected(index))
        keeps[index] = false;
  };
  for (const Brush::Axis& each : brush.axes) {
    const auto axis = analysis::find_axis(run.axes, each.axis);
    if (!axis) continue;  // this run has no such choice
    const analysis::AxisColumn& column = run.axes[*axis];
    std::vector<bool> wanted;
    for (const std::string& value : column.values)
      wanted.push_back(std::ranges::find(each.values, value) != each.values.end());
    reject([&](std::size_t index) { return !wanted[column.codes[index]]; });
  }
  if (brush.figures)
    reject([&](std::size_t index) {
      const auto figure = analysis::figure_of(run.rows()[index], brush.figures->unit);
      return !figure || *figure < brush.figures->low || *figure > brush.figures->high;
    });
  return keeps;
}

analysis::RunPointer brushed(const analysis::RunPointer& run, const Brush& brush) {
  return brush.empty() ? run : analysis::part_of(run, brushed_rows(*run, brush));
}

}  // namespace modlab::gui
