#include "harness/analysis/heat_map.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/analysis/axis_effect.h"
#include "harness/html/chart.h"
#include "harness/html/escape.h"
#include "harness/html/figures.h"
#include "harness/html/viridis.h"

namespace modlab::html {
namespace {

constexpr double kCellHeight = 36;
constexpr double kScaleWidth = 14;  ///< of the colour scale at the right

void draw_heat_cell(Svg& svg, const SvgBox& box, const analysis::HeatCell& cell, const analysis::Run& run,
                    const statistics::Interval& range) {
  const auto figure =
      cell.best ? analysis::figure_of(run.rows()[*cell.best], analysis::Unit::throughput) : std::nullopt;
  const SvgPoint middle{box.x + box.width / 2, box.y + box.height / 2 + 4};
  if (!figure) {
    svg.rect(box, "untimed", fmt::format("none timed, {} failed", cell.failed));
    if (cell.failed > 0) svg.text(middle, fmt::format("{} failed", cell.failed), "tick middle");
    return;
  }
  const double bright = analysis::brightness(*figure, range, analysis::Unit::throughput);
  svg.rect(box, "cell",
           fmt::format("{}\n{:.4g} GB/s\nthe fastest of {} timed, {} failed", run.rows()[*cell.best].variant, *figure,
                       cell.timed, cell.failed),
           viridis(bright));
  svg.text(middle, fmt::format("{:.4g}", *figure), is_bright(bright) ? "on-bright middle" : "on-dark middle");
}

void draw_colour_scale(Svg& svg, const SvgBox& box, const statistics::Interval& range) {
  svg.rect(box, "scale", {}, fmt::format("url(#{})", kViridisGradient));
  svg.text({box.right() + 6, box.bottom()}, fmt::format("{:.4g}", range.low), "tick");
  svg.text({box.right() + 6, box.y + 9}, fmt::format("{:.4g}", range.high), "tick");
  svg.text({box.x, box.y - 8}, "GB/s", "axis");
}

/// Without the columns and rows of values that only the other class has.
analysis::HeatMap tried_part(const analysis::HeatMap& map) {
  const auto is_tried = [](const analysis::HeatCell& cell) { return cell.timed + cell.failed > 0; };
  std::vector<std::size_t> xs;
  std::vector<std::size_t> ys;
  for (std::size_t x = 0; x < map.x_values.size(); ++x)
    for (std::size_t y = 0; y < map.y_values.size(); ++y)
      if (is_tried(map.at(x, y))) {
        if (xs.empty() || xs.back() != x) xs.push_back(x);
        ys.push_back(y);
      }
  std::ranges::sort(ys);
  const auto repeated = std::ranges::unique(ys);
  ys.erase(repeated.begin(), repeated.end());
  analysis::HeatMap own;
  for (const std::size_t x : xs) own.x_values.push_back(map.x_values[x]);
  for (const std::size_t y : ys) {
    own.y_values.push_back(map.y_values[y]);
    for (const std::size_t x : xs) own.cells.push_back(map.at(x, y));
  }
  return own;
}

}  // namespace

std::string heat_map_figure(const analysis::Run& run, std::size_t group, std::string_view accuracy) {
  const std::vector<analysis::AxisCost> costs = analysis::axis_costs(run, group, accuracy);
  if (costs.size() < 2) return {};
  analysis::HeatMapRequest request{
      .group = group, .accuracy = accuracy, .x_axis = costs[0].axis, .y_axis = costs[1].axis, .slice = std::nullopt};
  const auto& values = run.groups[group].values;
  if (values[request.x_axis].size() < values[request.y_axis].size()) std::swap(request.x_axis, request.y_axis);
  const analysis::HeatMap map = tried_part(analysis::make_heat_map(run, request));
  const std::optional<statistics::Interval> range = analysis::colour_range(map, run.rows(), analysis::Unit::throughput);
  if (!range) return {};

  double label = 0;
  for (const std::string& value : map.y_values) label = std::max(label, text_width(value));
  double slot = 56;
  for (const std::string& value : map.x_values) slot = std::max(slot, text_width(value) + 10);
  const SvgBox area{label + 40, 34, slot * static_cast<double>(map.x_values.size()),
                    kCellHeight * static_cast<double>(map.y_values.size())};
  Svg svg;
  for (std::size_t y = 0; y < map.y_values.size(); ++y) {
    const double top = area.bottom() - kCellHeight * static_cast<double>(y + 1);
    svg.text({area.x - 8, top + kCellHeight / 2 + 4}, map.y_values[y], "tick end");
    for (std::size_t x = 0; x < map.x_values.size(); ++x)
      draw_heat_cell(svg, {area.x + slot * static_cast<double>(x) + 1, top + 1, slot - 2, kCellHeight - 2},
                     map.at(x, y), run, *range);
  }
  for (std::size_t x = 0; x < map.x_values.size(); ++x)
    svg.text({area.x + slot * (static_cast<double>(x) + 0.5), area.bottom() + 16}, map.x_values[x], "tick middle");
  const std::string_view x_name = run.axes[request.x_axis].name;
  const std::string_view y_name = run.axes[request.y_axis].name;
  svg.text({area.x + area.width / 2, area.bottom() + 34}, x_name, "axis middle");
  svg.upward_text({area.x - label - 20, area.y + area.height / 2}, y_name, "axis middle");
  draw_colour_scale(svg, {area.right() + 20, area.y, kScaleWidth, std::max(area.height, 60.0)}, *range);
  return figure_of_svg(
      svg.element(area.right() + 20 + kScaleWidth + 52, std::max(area.bottom(), area.y + 60) + 42, "Heat map"),
      fmt::format("<b>Heat map.</b> The fastest {} variant for each pair of values on the two axes that cost most, "
                  "<code>{}</code> and <code>{}</code>; bright is fast.",
                  html_escaped(accuracy), html_escaped(x_name), html_escaped(y_name)));
}

}  // namespace modlab::html
