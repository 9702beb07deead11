#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "harness/analysis/axis_effect.h"
#include "harness/store/csv.h"

namespace modlab::gui {
namespace {

constexpr double kHalfBox = 0.16;
constexpr double kDotsFrom = 0.20;  ///< to the right of the box, so that neither hides the other
constexpr double kDotsTo = 0.44;

/// Next to its box, spread by the row index so that equal figures do not hide each other.
std::vector<analysis::PlotPoint> dots_of(const std::vector<analysis::ValueEffect>& effects, const analysis::Run& run,
                                         analysis::Unit unit) {
  std::vector<analysis::PlotPoint> points;
  for (std::size_t i = 0; i < effects.size(); ++i)
    for (const std::size_t index : effects[i].indices) {
      constexpr double kGoldenRatio = 0.618033988749895;
      const double along = static_cast<double>(index) * kGoldenRatio;
      const double spread = kDotsFrom + (kDotsTo - kDotsFrom) * (along - static_cast<double>(static_cast<long>(along)));
      points.push_back({static_cast<double>(i) + spread, *analysis::figure_of(run.rows()[index], unit), index});
    }
  return points;
}

class EffectPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "effect"; }
  [[nodiscard]] std::string_view help() const override {
    return "What one choice does: for each value of an axis a box over all variants with it (quartiles and median; "
           "whiskers to the fastest and the slowest), and every variant as a dot.";
  }

  void draw(ViewModel& model) override {
    if (model.run()->groups.empty()) {
      draw_empty("No variant has been tried yet.", "Boxes appear as the run proceeds.");
      return;
    }
    draw_scope(model);
    ImGui::SameLine();
    choose_axis("axis", *model.run(), model.group(), axis_in(*model.run()));
    const Shown& shown = shown_of(model);
    if (shown.effects.empty()) {
      draw_empty("No variant here has a figure.", "Choose another workload, class or unit.");
      return;
    }
    const Plot plot(fmt::format("##effect{}/{}", plot_scope(model), axis_in(*model.run())), -1, ImPlotFlags_NoLegend);
    if (!plot) return;
    std::vector<std::string> names;
    for (const analysis::ValueEffect& effect : shown.effects)
      names.push_back(fmt::format("{}  ({})", effect.value, effect.indices.size()));
    const std::string label = fmt::format("{}  (variants timed)", model.run()->axes[axis_in(*model.run())].name);
    setup_named_axis(ImAxis_X1, names, label.c_str());
    plot.setup_figure_axis(ImAxis_Y1, model.unit());
    for (const char* accuracy : {"exact", "formula"}) {
      std::vector<analysis::PlotPoint> own;
      std::ranges::copy_if(shown.dots, std::back_inserter(own), [&](const analysis::PlotPoint& dot) {
        return model.rows()[dot.index].accuracy == accuracy;
      });
      draw_points(accuracy, own, with_alpha(class_colour(accuracy), 0.55f), 2);
    }
    draw_boxes(shown.effects);
    hover_points(model, shown.dots);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    std::string text = fmt::format("{},variants,min,q1,median,q3,max,unit,best_variant\n",
                                   model.run()->axes[axis_in(*model.run())].name);
    for (const analysis::ValueEffect& effect : shown_of(model).effects)
      text +=
          fmt::format("{},{},{},{},{},{},{},{},{}\n", store::csv_field(effect.value), effect.indices.size(),
                      effect.figures.min, effect.figures.q1, effect.figures.median, effect.figures.q3, effect.largest,
                      analysis::name_of(model.unit()), store::csv_field(model.rows()[effect.indices.front()].variant));
    return text;
  }

 private:
  struct Shown {
    std::vector<analysis::ValueEffect> effects;
    std::vector<analysis::PlotPoint> dots;
  };

  const Shown& shown_of(const ViewModel& model) {
    const std::size_t axis = axis_in(*model.run());
    return shown_.get({model.run(), model.group(), model.accuracy(), axis, model.unit()}, [&] {
      Shown shown{.effects = analysis::axis_effect(*model.run(), model.group(), model.accuracy(), axis, model.unit()),
                  .dots = {}};
      shown.dots = analysis::thin(dots_of(shown.effects, *model.run(), model.unit()));
      return shown;
    });
  }

  static void draw_boxes(const std::vector<analysis::ValueEffect>& effects) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const ImU32 line = ImGui::GetColorU32(ImGuiCol_Text);
    const ImU32 fill = ImGui::GetColorU32(with_alpha(colours().accent, 0.25f));
    const float thick = ImGui::GetFontSize() / 8;
    ImPlot::PushPlotClipRect();
    for (std::size_t i = 0; i < effects.size(); ++i) {
      const auto at = static_cast<double>(i);
      const analysis::ValueEffect& effect = effects[i];
      const ImVec2 low = ImPlot::PlotToPixels(at - kHalfBox, effect.figures.q1);
      const ImVec2 high = ImPlot::PlotToPixels(at + kHalfBox, effect.figures.q3);
      list.AddRectFilled(low, high, fill);
      list.AddRect(low, high, line);
      list.AddLine(ImPlot::PlotToPixels(at - kHalfBox, effect.figures.median),
                   ImPlot::PlotToPixels(at + kHalfBox, effect.figures.median), line, thick);
      for (const auto& [from, to] :
           {std::pair(effect.figures.q1, effect.figures.min), std::pair(effect.figures.q3, effect.largest)}) {
        list.AddLine(ImPlot::PlotToPixels(at, from), ImPlot::PlotToPixels(at, to), line);
        list.AddLine(ImPlot::PlotToPixels(at - kHalfBox / 2, to), ImPlot::PlotToPixels(at + kHalfBox / 2, to), line);
      }
    }
    ImPlot::PopPlotClipRect();
  }

  /// Threads per group, until the user chooses.
  std::size_t& axis_in(const analysis::Run& run) {
    if (!axis_) axis_ = analysis::find_axis(run.axes, "threads").value_or(0);
    return *axis_;
  }

  std::optional<std::size_t> axis_;
  Cached<std::tuple<analysis::RunPointer, std::size_t, std::string, std::size_t, analysis::Unit>, Shown> shown_;
};

}  // namespace

std::unique_ptr<Panel> make_effect_panel() { return std::make_unique<EffectPanel>(); }

}  // namespace modlab::gui
