#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "gui/analysis/pareto.h"
#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "harness/store/csv.h"

namespace modlab {
namespace {

/// The axis is logarithmic; exact kernels, whose error is 0, stand to the left of all others.
constexpr double kExactAt = -1;

double position_of_error(double max_ulp, double infinite_at) {
  if (max_ulp <= 0) return kExactAt;
  if (!std::isfinite(max_ulp)) return infinite_at;
  return std::max(0.0, std::log10(max_ulp));
}

class AccuracyPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "accuracy"; }
  [[nodiscard]] std::string_view help() const override {
    return "What accuracy costs: the largest error of every variant against its speed. No variant is both more "
           "accurate "
           "and faster than one on the Pareto front.";
  }

  void draw(ViewModel& model) override {
    if (model.run()->groups.empty()) {
      draw_empty("No variant has been tried yet.", "Points appear as the run proceeds.");
      return;
    }
    draw_scope(model, false);
    const Shown& shown = shown_of(model);
    if (shown.all.empty()) {
      draw_empty("No variant of this workload has both a figure and a known error.", "Choose another workload.");
      return;
    }
    const Plot plot("##accuracy" + plot_scope(model));
    if (!plot) return;
    ImPlot::SetupAxis(ImAxis_X1, "largest error, ULP");
    std::vector<const char*> texts;
    for (const std::string& text : shown.tick_texts) texts.push_back(text.c_str());
    ImPlot::SetupAxisTicks(ImAxis_X1, shown.ticks.data(), static_cast<int>(texts.size()), texts.data());
    ImPlot::SetupAxisLimits(ImAxis_X1, shown.ticks.front() - 0.7, shown.ticks.back() + 0.7, ImPlotCond_Always);
    plot.setup_figure_axis(ImAxis_Y1, model.unit());
    ImPlot::SetupLegend(ImPlotLocation_North, ImPlotLegendFlags_Horizontal | ImPlotLegendFlags_Outside);
    draw_points("exact", shown.exact, with_alpha(colours().exact, 0.6f), 3);
    draw_points("formula", shown.formula, with_alpha(colours().formula, 0.6f), 3);
    draw_points("peer", shown.peers, colours().peer, 6, ImPlotMarker_Diamond);
    ImPlot::SetNextLineStyle(colours().good, 2);
    ImPlot::SetNextMarkerStyle(ImPlotMarker_Square, 5, colours().good, 0, colours().good);
    ImPlot::PlotLine("Pareto front", &shown.front.front().x, &shown.front.front().y,
                     static_cast<int>(shown.front.size()), 0, 0, sizeof(PlotPoint));
    hover_points(model, shown.all);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    std::string text = "variant,accuracy,max_ulp,mismatches,median_ns,gbps,pareto\n";
    if (model.run()->groups.empty()) return text;
    const std::vector<AccuracyPoint> points = accuracy_points(*model.run(), model.group());
    const std::vector<AccuracyPoint> front = pareto_front(points);
    for (const AccuracyPoint& point : points) {
      const Row& row = model.rows()[point.index];
      text += fmt::format("{},{},{},{},{},{},{}\n", csv_field(row.variant), row.accuracy, point.max_ulp,
                          row.mismatches.value_or(0), point.median_ns, row.gbps.value_or(0),
                          std::ranges::find(front, point.index, &AccuracyPoint::index) != front.end() ? "yes" : "no");
    }
    return text;
  }

 private:
  struct Shown {
    std::vector<PlotPoint> exact;
    std::vector<PlotPoint> formula;
    std::vector<PlotPoint> peers;
    std::vector<PlotPoint> front;
    std::vector<PlotPoint> all;  ///< the interactive ones, the front first
    std::vector<double> ticks;
    std::vector<std::string> tick_texts;
  };

  const Shown& shown_of(const ViewModel& model) {
    return shown_.get({model.run(), model.group(), model.unit()}, [&] { return make(model); });
  }

  static Shown make(const ViewModel& model) {
    const std::vector<AccuracyPoint> points = accuracy_points(*model.run(), model.group());
    Shown shown;
    double largest = 0;
    bool infinite = false;
    for (const AccuracyPoint& point : points) {
      infinite = infinite || std::isinf(point.max_ulp);
      if (std::isfinite(point.max_ulp) && point.max_ulp > 0) largest = std::max(largest, std::log10(point.max_ulp));
    }
    const double infinite_at = std::ceil(largest) + 1;
    const auto plotted = [&](const AccuracyPoint& point) {
      const auto figure = figure_of(model.rows()[point.index], model.unit());
      return PlotPoint{position_of_error(point.max_ulp, infinite_at), figure.value_or(NAN), point.index};
    };
    for (const AccuracyPoint& point : points)
      (point.of_peer                                     ? shown.peers
       : model.rows()[point.index].accuracy == "formula" ? shown.formula
                                                         : shown.exact)
          .push_back(plotted(point));
    shown.exact = thin(shown.exact, kMaxDots / 2);
    shown.formula = thin(shown.formula, kMaxDots / 2);
    for (const AccuracyPoint& point : pareto_front(points)) shown.front.push_back(plotted(point));
    shown.front = thin(shown.front);  // drops what has no figure in this unit
    if (shown.front.empty()) return {};
    for (const auto* part : {&shown.front, &shown.peers, &shown.exact, &shown.formula})
      shown.all.insert(shown.all.end(), part->begin(), part->end());

    shown.ticks = {kExactAt};
    shown.tick_texts = {"0"};
    for (double power = 0; power <= std::ceil(largest); ++power) {
      shown.ticks.push_back(power);
      shown.tick_texts.push_back(power < 4 ? fmt::format("{:.0f}", std::pow(10, power))
                                           : fmt::format("1e{:.0f}", power));
    }
    if (infinite) {
      shown.ticks.push_back(infinite_at);
      shown.tick_texts.emplace_back("not a number");
    }
    return shown;
  }

  Cached<std::tuple<RunPointer, std::size_t, Unit>, Shown> shown_;
};

}  // namespace

std::unique_ptr<Panel> make_accuracy_panel() { return std::make_unique<AccuracyPanel>(); }

}  // namespace modlab
