#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "harness/analysis/axis_effect.h"
#include "harness/html/chart.h"
#include "harness/html/escape.h"
#include "harness/html/figures.h"
#include "kernels/accuracy.h"

namespace modlab::html {
namespace {

constexpr std::array kEffectClasses{Accuracy::exact, Accuracy::formula};
constexpr double kBoxWidth = 16;
constexpr double kBoxPitch = kBoxWidth + 6;
constexpr double kPanelHeight = 170;
constexpr double kPanelGap = 22;
constexpr double kAxisRoom = 66;  ///< for the ticks and the title at the left

/// One axis: its values, and for each the box of each class.
struct EffectPanel {
  std::string_view axis;
  std::vector<std::string> values;
  std::array<std::vector<analysis::ValueEffect>, kEffectClasses.size()> effects;
  double slot = 0;  ///< width of a value

  [[nodiscard]] double width() const { return slot * static_cast<double>(values.size()); }
};

/// Null where no variant has the value.
const analysis::ValueEffect* effect_with(const std::vector<analysis::ValueEffect>& effects, const std::string& value) {
  const auto found = std::ranges::find(effects, value, &analysis::ValueEffect::value);
  return found == effects.end() ? nullptr : &*found;
}

/// Whether variants of the same class differ on the axis.
bool is_varied(const EffectPanel& panel) {
  return std::ranges::any_of(panel.effects, [](const auto& effects) { return effects.size() > 1; });
}

EffectPanel effect_panel(const analysis::Run& run, std::size_t group, std::size_t axis) {
  EffectPanel panel{.axis = run.axes[axis].name, .values = {}, .effects = {}};
  std::size_t classes = 0;
  for (std::size_t i = 0; i < kEffectClasses.size(); ++i) {
    panel.effects[i] = analysis::axis_effect(run, group, name_of(kEffectClasses[i]), axis, analysis::Unit::throughput);
    if (!panel.effects[i].empty()) ++classes;
  }
  double widest = 0;
  for (const std::size_t value : run.groups[group].values[axis]) {
    const std::string& name = run.axes[axis].values[value];
    if (std::ranges::none_of(panel.effects, [&](const auto& effects) { return effect_with(effects, name) != nullptr; }))
      continue;
    panel.values.push_back(name);
    widest = std::max(widest, text_width(name));
  }
  panel.slot = std::max(widest + 10, kBoxPitch * static_cast<double>(classes) + 12);
  return panel;
}

std::string effect_tip(const EffectPanel& panel, const analysis::ValueEffect& effect, std::string_view accuracy) {
  return fmt::format(
      "{} = {}, {}, {} variants\nmedian {:.4g} GB/s, quartiles {:.4g} and {:.4g}\nslowest {:.4g}, fastest {:.4g}",
      panel.axis, effect.value, accuracy, effect.indices.size(), effect.figures.median, effect.figures.q1,
      effect.figures.q3, effect.figures.min, effect.largest);
}

void draw_effect(Svg& svg, double centre, const LinearScale& y, const analysis::ValueEffect& effect,
                 std::string_view accuracy, const std::string& tip) {
  const double left = centre - kBoxWidth / 2;
  svg.begin_group(fmt::format("boxplot {}", accuracy), tip);
  svg.line({centre, y(effect.figures.min)}, {centre, y(effect.largest)}, "whisker");
  svg.rect({left, y(effect.figures.q3), kBoxWidth, std::max(1.0, y(effect.figures.q1) - y(effect.figures.q3))}, "box");
  svg.line({left, y(effect.figures.median)}, {left + kBoxWidth, y(effect.figures.median)}, "median");
  svg.end_group();
}

void draw_effect_panel(Svg& svg, const EffectPanel& panel, const SvgBox& area, const LinearScale& values) {
  const LinearScale y = values.over(area.bottom(), area.y);
  svg.rect(area, "frame");
  for (std::size_t v = 0; v < panel.values.size(); ++v) {
    const double middle = area.x + panel.slot * (static_cast<double>(v) + 0.5);
    svg.text({middle, area.bottom() + 15}, panel.values[v], "tick middle");
    const auto has_value = [&](const auto& effects) { return effect_with(effects, panel.values[v]) != nullptr; };
    const auto boxes = static_cast<double>(std::ranges::count_if(panel.effects, has_value));
    double centre = middle - kBoxPitch * (boxes - 1) / 2;
    for (std::size_t i = 0; i < kEffectClasses.size(); ++i) {
      const analysis::ValueEffect* const effect = effect_with(panel.effects[i], panel.values[v]);
      if (effect == nullptr) continue;
      const std::string_view accuracy = name_of(kEffectClasses[i]);
      draw_effect(svg, centre, y, *effect, accuracy, effect_tip(panel, *effect, accuracy));
      centre += kBoxPitch;
    }
  }
  svg.text({area.x + area.width / 2, area.bottom() + 33}, panel.axis, "axis middle");
}

LinearScale effect_scale(const std::vector<EffectPanel>& panels) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const EffectPanel& panel : panels)
    for (const auto& effects : panel.effects)
      for (const analysis::ValueEffect& effect : effects) {
        low = std::min(low, effect.figures.min);
        high = std::max(high, effect.largest);
      }
  return scale_for(low, high);
}

std::string effect_caption(const analysis::Run& run, std::string_view accuracy,
                           const std::vector<analysis::AxisCost>& costs) {
  std::string caption =
      "<b>Axis effects.</b> A box holds the middle half of the variants with a value, its line their median; whiskers "
      "reach the slowest and the fastest.";
  if (costs.empty()) return caption;
  const analysis::AxisCost& most = costs.front();
  return caption + fmt::format(
                       " <code>{}</code> matters most: the fastest {} variant with <code>{}</code> takes "
                       "{:.1f} % longer than that with <code>{}</code>.",
                       html_escaped(run.axes[most.axis].name), accuracy, html_escaped(most.worst), 100 * most.share,
                       html_escaped(most.best));
}

}  // namespace

std::string effect_figure(const analysis::Run& run, std::size_t group) {
  const std::string_view accuracy = analysis::timed_rows(run, group, name_of(Accuracy::exact)).empty()
                                        ? name_of(Accuracy::formula)
                                        : name_of(Accuracy::exact);
  std::vector<EffectPanel> panels;
  for (std::size_t axis = 0; axis < run.axes.size(); ++axis)
    if (EffectPanel panel = effect_panel(run, group, axis); is_varied(panel)) panels.push_back(std::move(panel));
  if (panels.empty()) return {};

  const LinearScale values = effect_scale(panels);
  Svg svg;
  SvgPoint at{kAxisRoom, 34};
  double right = 0;
  for (const EffectPanel& panel : panels) {
    if (at.x > kAxisRoom && at.x + panel.width() > kFigureWidth) at = {kAxisRoom, at.y + kPanelHeight + 56};
    const SvgBox area{at.x, at.y, panel.width(), kPanelHeight};
    at.x == kAxisRoom ? draw_y_axis(svg, area, values, "GB/s") : draw_y_grid(svg, area, values);
    draw_effect_panel(svg, panel, area, values);
    at.x += panel.width() + kPanelGap;
    right = std::max(right, area.right());
  }
  using Mark = LegendEntry::Mark;
  std::vector<LegendEntry> legend;
  if (!analysis::timed_rows(run, group, name_of(Accuracy::exact)).empty())
    legend.push_back({Mark::box, "exact", "exact"});
  if (!analysis::timed_rows(run, group, name_of(Accuracy::formula)).empty())
    legend.push_back({Mark::box, "formula", "formula"});
  draw_legend(svg, {kAxisRoom, 14}, legend);
  return figure_of_svg(svg.element(std::max(right + 4, 320.0), at.y + kPanelHeight + 42, "Axis effects"),
                       effect_caption(run, accuracy, analysis::axis_costs(run, group, accuracy)));
}

}  // namespace modlab::html
