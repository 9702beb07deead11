#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>

#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "harness/analysis/convergence.h"
#include "harness/report/selection.h"
#include "harness/store/csv.h"

namespace modlab::gui {
namespace {

class ProgressPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "progress"; }
  [[nodiscard]] std::string_view help() const override {
    return "How the search is going: the best so far against evaluations or time, and which variants were refused.";
  }

  void draw(ViewModel& model) override {
    if (model.run()->groups.empty()) {
      draw_empty("No variant has been tried yet.", "The first row appears a few seconds after a run starts.");
      return;
    }
    draw_scope(model);
    ImGui::SameLine();
    ImGui::Checkbox("against time", &against_time_);
    draw_budget(model);
    draw_figures(model);
    draw_curves(model);
    draw_log(model);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    std::string text = "accuracy,evaluations,seconds,best_variant,median_ns,ci_low_ns,ci_high_ns,gbps\n";
    if (model.run()->groups.empty()) return text;
    for (const Curve& curve : shown_of(model).curves)
      for (const analysis::Convergence::Step& step : curve.steps) {
        const store::Row& row = model.rows()[step.best];
        text += fmt::format("{},{},{},{},{},{},{},{}\n", curve.accuracy, step.evaluations, step.seconds,
                            store::csv_field(row.variant), *row.median_ns, row.ci_low_ns.value_or(0),
                            row.ci_high_ns.value_or(0), row.gbps.value_or(0));
      }
    return text;
  }

 private:
  struct Curve {
    std::string_view accuracy;
    std::vector<analysis::Convergence::Step> steps;
  };
  struct Shown {
    std::vector<Curve> curves;
    std::vector<std::size_t> failed;  ///< row indices across all groups, the latest first
    std::size_t tried = 0;            ///< in this group
    std::size_t failed_here = 0;
  };

  const Shown& shown_of(const ViewModel& model) {
    return shown_.get({model.run(), model.group(), model.accuracy()}, [&] {
      const analysis::Run& run = *model.run();
      Shown shown;
      for (const std::string_view accuracy : {"exact", "formula"}) {
        if (!model.accuracy().empty() && model.accuracy() != accuracy) continue;
        analysis::Convergence curve = analysis::convergence(run, model.group(), accuracy);
        if (!curve.steps.empty()) shown.curves.push_back({accuracy, std::move(curve.steps)});
      }
      for (const analysis::RowGroup& group : run.groups)
        for (const auto* indices : {&group.indices, &group.peers})
          std::ranges::copy_if(*indices, std::back_inserter(shown.failed),
                               [&](std::size_t index) { return !report::passed(run.rows()[index]); });
      std::ranges::sort(shown.failed, std::greater{});
      shown.tried = run.groups[model.group()].indices.size();
      shown.failed_here = static_cast<std::size_t>(std::ranges::count_if(
          run.groups[model.group()].indices, [&](std::size_t index) { return !report::passed(run.rows()[index]); }));
      return shown;
    });
  }

  void draw_figures(const ViewModel& model) {
    const Shown& shown = shown_of(model);
    std::string space;
    if (model.context()) {
      const std::string workload = store::workload_of(model.rows()[model.run()->groups[model.group()].first]);
      for (const store::WorkloadContext& each : model.context()->workloads)
        if (each.workload == workload && each.space > 0) space = fmt::format(" of {}", each.space);
    }
    draw_text(fmt::format("{}{} variants tried, {} failed", shown.tried, space, shown.failed_here));
    for (const Curve& curve : shown.curves) {
      const std::string figure = analysis::median_text(model.rows()[curve.steps.back().best], model.unit());
      if (figure.empty()) continue;
      ImGui::SameLine(0, ImGui::GetFontSize() * 2);
      draw_text(fmt::format("best {} {}", curve.accuracy, figure), class_colour(curve.accuracy));
    }
  }

  void draw_curves(ViewModel& model) {
    const Shown& shown = shown_of(model);
    const float log_height = ImGui::GetTextLineHeightWithSpacing() * (shown.failed.empty() ? 1.2f : 14);
    const Plot plot(fmt::format("##convergence{}/{}", plot_scope(model), against_time_),
                    std::max(ImGui::GetContentRegionAvail().y * 0.4f, ImGui::GetContentRegionAvail().y - log_height));
    if (!plot) return;
    plot.setup_axis(ImAxis_X1, against_time_ ? "seconds since the workload's first variant" : "evaluations");
    plot.setup_figure_axis(ImAxis_Y1, model.unit());
    ImPlot::SetupLegend(analysis::less_is_faster(model.unit()) ? ImPlotLocation_NorthEast : ImPlotLocation_SouthEast);
    std::vector<analysis::PlotPoint> all;
    for (const Curve& curve : shown.curves) {
      std::vector<analysis::PlotPoint> points;
      std::vector<double> below;
      std::vector<double> above;
      for (const analysis::Convergence::Step& step : curve.steps) {
        const store::Row& row = model.rows()[step.best];
        const auto figure = analysis::figure_of(row, model.unit());
        if (!figure) continue;
        points.push_back({against_time_ ? step.seconds : step.evaluations, *figure, step.best});
        const statistics::Interval interval =
            analysis::interval_of(row, model.unit()).value_or(statistics::Interval{*figure, *figure});
        below.push_back(*figure - interval.low);
        above.push_back(interval.high - *figure);
      }
      if (points.empty()) continue;
      const ImVec4& colour = class_colour(curve.accuracy);
      ImPlot::SetNextLineStyle(colour, 2);
      ImPlot::PlotStairs(curve.accuracy.data(), &points.front().x, &points.front().y, static_cast<int>(points.size()),
                         0, 0, sizeof(analysis::PlotPoint));
      ImPlot::SetNextErrorBarStyle(colour);
      draw_intervals(curve.accuracy.data(), points, below, above);
      draw_points(curve.accuracy.data(), points, colour, 3);
      all.insert(all.end(), points.begin(), points.end());
    }
    hover_points(model, all);
  }

  static void draw_intervals(const char* label, const std::vector<analysis::PlotPoint>& points,
                             const std::vector<double>& below, const std::vector<double>& above) {
    std::vector<double> xs;
    std::vector<double> ys;
    for (const analysis::PlotPoint& point : points) {
      xs.push_back(point.x);
      ys.push_back(point.y);
    }
    ImPlot::PlotErrorBars(label, xs.data(), ys.data(), below.data(), above.data(), static_cast<int>(xs.size()));
  }

  void draw_log(ViewModel& model) {
    const Shown& shown = shown_of(model);
    draw_text(shown.failed.empty()
                  ? "No variant was refused or quarantined."
                  : fmt::format("Refused or quarantined, across all workloads: {}", shown.failed.size()),
              colours().accent);
    if (shown.failed.empty()) return;
    constexpr ImGuiTableFlags kFlags =
        ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable;
    if (!ImGui::BeginTable("log", 4, kFlags)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("row", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("100000").x);
    ImGui::TableSetupColumn("status", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("above the roofline").x);
    ImGui::TableSetupColumn("variant", ImGuiTableColumnFlags_WidthStretch, 2);
    ImGui::TableSetupColumn("why", ImGuiTableColumnFlags_WidthStretch, 3);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown.failed.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const std::size_t index = shown.failed[static_cast<std::size_t>(i)];
        const store::Row& row = model.rows()[index];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushID(i);
        if (ImGui::Selectable(fmt::to_string(row.row).c_str(), model.is_selected(index),
                              ImGuiSelectableFlags_SpanAllColumns))
          select_clicked(model, index);
        ImGui::PopID();
        ImGui::TableNextColumn();
        draw_text(row.status, colours().fault);
        ImGui::TableNextColumn();
        draw_text(row.variant);
        ImGui::TableNextColumn();
        draw_text(row.detail.substr(0, row.detail.find('\n')));
      }
    ImGui::EndTable();
  }

  bool against_time_ = false;
  Cached<std::tuple<analysis::RunPointer, std::size_t, std::string>, Shown> shown_;
};

}  // namespace

std::unique_ptr<Panel> make_progress_panel() { return std::make_unique<ProgressPanel>(); }

}  // namespace modlab::gui
