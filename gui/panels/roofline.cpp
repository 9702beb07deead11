#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <tuple>

#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "harness/analysis/roofline_bars.h"
#include "harness/store/csv.h"

namespace modlab {
namespace {

constexpr double kHalfRoof = 0.42;
constexpr double kSpread = 0.30;  ///< how far dots spread from their workload's centre

class RooflinePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "roofline"; }
  [[nodiscard]] std::string_view help() const override {
    return "The throughput of every variant against the roofline, a measured copy of the same bytes on the same "
           "buffers. "
           "Exact kernels on the left, formula kernels on the right; diamonds mark the best, squares in the middle "
           "peers such as DirectML. Where a launch that does "
           "nothing takes a fifth of the roofline's time or more, a line shows the throughput it alone would allow.";
  }

  void draw(ViewModel& model) override {
    const Shown& shown = shown_of(model);
    if (shown.bars.empty()) {
      draw_empty("No variant has a figure yet.", "Workloads appear as they are measured.");
      return;
    }
    draw_text(
        fmt::format("Workloads: {}. Green lines are the measured roofs, grey ones launch floors; click a variant to "
                    "select it.",
                    shown.bars.size()),
        colours().quiet);
    const Plot plot("##roofline");
    if (!plot) return;
    setup_named_axis(ImAxis_X1, shown.labels, nullptr);
    plot.setup_figure_axis(ImAxis_Y1, Unit::throughput);
    ImPlot::SetupLegend(ImPlotLocation_North, ImPlotLegendFlags_Horizontal | ImPlotLegendFlags_Outside);
    draw_points("exact", shown.exact, with_alpha(colours().exact, 0.5f), 2);
    draw_points("formula", shown.formula, with_alpha(colours().formula, 0.5f), 2);
    draw_points("best exact", shown.best_exact, colours().exact, 6, ImPlotMarker_Diamond);
    draw_points("best formula", shown.best_formula, colours().formula, 6, ImPlotMarker_Diamond);
    draw_points("peer", shown.peers, colours().peer, 6, ImPlotMarker_Square);
    draw_limits(shown.bars);
    hover_points(model, shown.all);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    std::string text =
        "workload,roofline_gbps,launch_floor_gbps,accuracy,best_variant,gbps,roofline_pct,times_best_exact,"
        "times_ci_low,times_ci_high\n";
    for (const RooflineBar& bar : shown_of(model).bars) {
      std::vector<std::size_t> shown = bar.peers;
      for (const auto& best : {bar.best_formula, bar.best_exact})
        if (best) shown.insert(shown.begin(), *best);
      for (const std::size_t index : shown) {
        const Row& row = model.rows()[index];
        text += fmt::format("{},{},{},{},{},{},{},", csv_field(bar.label), bar.roof_gbps, bar.floor_gbps, row.accuracy,
                            csv_field(row.variant), row.gbps.value_or(0), row.roofline_pct.value_or(0));
        const auto ratio = times_best_exact(*model.run(), index);
        text += ratio ? fmt::format("{},{},{}\n", ratio->ratio, ratio->ci.low, ratio->ci.high) : ",,\n";
      }
    }
    return text;
  }

 private:
  struct Shown {
    std::vector<RooflineBar> bars;
    std::vector<std::string> labels;
    std::vector<PlotPoint> exact;
    std::vector<PlotPoint> formula;
    std::vector<PlotPoint> best_exact;
    std::vector<PlotPoint> best_formula;
    std::vector<PlotPoint> peers;
    std::vector<PlotPoint> all;
  };

  const Shown& shown_of(const ViewModel& model) {
    return shown_.get(model.run(), [&] {
      const Run& run = *model.run();
      Shown shown;
      shown.bars = roofline_bars(run);
      shown.labels = axis_labels(shown.bars);
      for (std::size_t i = 0; i < shown.bars.size(); ++i) {
        const auto at = static_cast<double>(i);
        const RooflineBar& bar = shown.bars[i];
        for (const auto& [accuracy, side, to] :
             {std::tuple("exact", -1.0, &shown.exact), std::tuple("formula", 1.0, &shown.formula)}) {
          const std::vector<std::size_t> indices = timed_rows(run, bar.group, accuracy);
          for (std::size_t n = 0; n < indices.size(); ++n) {
            const double along = (static_cast<double>(n) + 0.5) / static_cast<double>(indices.size());
            if (const auto gbps = figure_of(run.rows()[indices[n]], Unit::throughput))
              to->push_back({at + side * (0.03 + kSpread * along), *gbps, indices[n]});
          }
        }
        const auto add = [&](std::size_t index, double side, std::vector<PlotPoint>& to) {
          if (const auto gbps = figure_of(run.rows()[index], Unit::throughput))
            to.push_back({at + side * (0.06 + kSpread), *gbps, index});
        };
        if (bar.best_exact) add(*bar.best_exact, -1, shown.best_exact);
        if (bar.best_formula) add(*bar.best_formula, 1, shown.best_formula);
        for (const std::size_t peer : bar.peers) add(peer, 0, shown.peers);
      }
      shown.exact = thin(shown.exact, kMaxDots / 2);
      shown.formula = thin(shown.formula, kMaxDots / 2);
      for (const auto* points : {&shown.peers, &shown.best_exact, &shown.best_formula, &shown.exact, &shown.formula})
        shown.all.insert(shown.all.end(), points->begin(), points->end());
      return shown;
    });
  }

  /// Whether the launch floor is near enough to the roof to be a limit worth showing.
  static bool shows_floor(const RooflineBar& bar) {
    constexpr double kNear = 5;
    return bar.floor_gbps > 0 && bar.floor_gbps < kNear * bar.roof_gbps;
  }

  /// A limit of one workload: a line with a label above or below it, if it fits.
  static void draw_limit(double at, double gbps, const char* name, const ImVec4& colour, bool above) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const ImU32 ink = ImGui::GetColorU32(colour);
    const ImVec2 from = ImPlot::PlotToPixels(at - kHalfRoof, gbps);
    const ImVec2 to = ImPlot::PlotToPixels(at + kHalfRoof, gbps);
    list.AddLine(from, to, ink, ImGui::GetFontSize() / 8);
    const std::string text = fmt::format("{} {}", name, figure_text(Unit::throughput, gbps));
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float top = above ? from.y - size.y - 2 : from.y + 2;
    if (size.x < to.x - from.x) list.AddText({(from.x + to.x - size.x) / 2, top}, ink, text.c_str());
  }

  static void draw_limits(const std::vector<RooflineBar>& bars) {
    ImPlot::PushPlotClipRect();
    for (std::size_t i = 0; i < bars.size(); ++i) {
      const auto at = static_cast<double>(i);
      // The labels of two lines lie on the sides that face away from each other.
      const bool floor_is_above = shows_floor(bars[i]) && bars[i].floor_gbps > bars[i].roof_gbps;
      if (bars[i].roof_gbps > 0) draw_limit(at, bars[i].roof_gbps, "roof", colours().good, !floor_is_above);
      if (shows_floor(bars[i])) draw_limit(at, bars[i].floor_gbps, "launch floor", colours().quiet, floor_is_above);
    }
    ImPlot::PopPlotClipRect();
    // Fit the roofs too, which may lie above all dots, and 0, from which to judge shares.
    std::vector<double> xs{0};
    std::vector<double> ys{0};
    for (std::size_t i = 0; i < bars.size(); ++i) {
      xs.push_back(static_cast<double>(i));
      ys.push_back((shows_floor(bars[i]) ? std::max(bars[i].floor_gbps, bars[i].roof_gbps) : bars[i].roof_gbps) * 1.05);
    }
    ImPlot::SetNextMarkerStyle(ImPlotMarker_None);
    ImPlot::SetNextLineStyle(ImVec4(0, 0, 0, 0));
    ImPlot::PlotScatter("##roofs", xs.data(), ys.data(), static_cast<int>(xs.size()));
  }

  Cached<RunPointer, Shown> shown_;
};

}  // namespace

std::unique_ptr<Panel> make_roofline_panel() { return std::make_unique<RooflinePanel>(); }

}  // namespace modlab
