#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "gui/runs/run_folder.h"
#include "harness/report/compare_text.h"
#include "harness/store/results_folder.h"
#include "kernels/error.h"

namespace modlab::gui {
namespace {

class ComparePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "compare"; }
  [[nodiscard]] std::string_view help() const override {
    return "This run against another: the ratio of their times with its 95 % interval. Left of 1 this run is faster; "
           "differences within the grey band do not count.";
  }

  void draw(ViewModel& model) override {
    draw_choice(model);
    if (!model.against_error().empty()) draw_wrapped(model.against_error(), colours().fault);
    if (model.against() == nullptr) {
      draw_empty("There is no run to compare with yet.", "Choose one above, or start modlab-gui --against base.csv.");
      return;
    }
    const Compared* found = compared_of(model);
    if (found == nullptr) {
      draw_empty("Comparing …", "With every variant of a large run this takes a while.");
      return;
    }
    const Compared& compared = *found;
    if (!compared.error.empty()) {
      draw_wrapped(compared.error, colours().fault);
      return;
    }
    draw_counts(compared.comparison);
    if (compared.comparison.differences.empty()) return;
    draw_whiskers(model, compared);
    draw_table(model, compared);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    const Compared* compared = model.against() == nullptr ? nullptr : compared_of(model);
    return report::comparison_csv(compared == nullptr ? report::RunComparison{} : compared->comparison);
  }

  [[nodiscard]] bool busy() const override { return compared_.busy(); }

 private:
  /// The rows of a run that a brush keeps, with their indices in the run.
  struct Kept {
    report::RunFiles files;
    std::vector<std::size_t> indices;
  };
  struct Compared {
    report::RunComparison comparison;
    std::string error;
    std::shared_ptr<const Kept> base;  ///< what the comparison points into, where the run is brushed
    std::shared_ptr<const Kept> next;

    /// The index of this run's row in the run.
    [[nodiscard]] std::size_t index_of(const store::Row* row, const std::vector<store::Row>& rows) const {
      return next ? next->indices[static_cast<std::size_t>(row - next->files.rows.data())]
                  : static_cast<std::size_t>(row - rows.data());
    }
  };

  void draw_choice(ViewModel& model) {
    ImGui::AlignTextToFramePadding();
    draw_text("this run", colours().quiet);
    ImGui::SameLine();
    draw_text(model.path().filename().string());
    ImGui::SameLine();
    draw_text("against", colours().quiet);
    ImGui::SameLine();
    const std::string current = model.against() ? model.against()->files.path : "choose a run";
    ImGui::SetNextItemWidth(std::min(ImGui::GetFontSize() * 26, ImGui::GetContentRegionAvail().x));
    if (ImGui::BeginCombo("##against", current.c_str(), ImGuiComboFlags_HeightLarge)) {
      if (ImGui::IsWindowAppearing()) runs_ = known_runs(store::results_folder());
      for (const auto& run : runs_)
        if (ImGui::Selectable(run.string().c_str(), run.string() == current)) model.open_against(run);
      ImGui::EndCombo();
    }
    same_line_for_box("every variant");
    ImGui::Checkbox("every variant", &options_.every_variant);
    same_line_for_box("across devices");
    ImGui::Checkbox("across devices", &options_.across);
  }

  /// Null until there is a comparison of these two runs, which it points into.
  const Compared* compared_of(const ViewModel& model) {
    const Key key{model.run(), model.against(), options_.every_variant, options_.across};
    const auto* latest = compared_.get(
        key, [next = model.whole_run(), base = model.against(), brush = model.brush(),
              options = options_](const std::stop_token&) { return compare(*base, *next, brush, options); });
    return latest != nullptr && latest->first == key ? &latest->second : nullptr;
  }

  static std::shared_ptr<const Kept> kept_of(const analysis::Run& run, const Brush& brush) {
    if (brush.empty()) return nullptr;
    auto kept = std::make_shared<Kept>();
    kept->files.path = run.files.path;
    kept->files.context = run.files.context;
    const std::vector<bool> keeps = brushed_rows(run, brush);
    for (std::size_t index = 0; index < keeps.size(); ++index) {
      if (!keeps[index]) continue;
      kept->files.rows.push_back(run.rows()[index]);
      kept->indices.push_back(index);
    }
    return kept;
  }

  static Compared compare(const analysis::Run& base, const analysis::Run& next, const Brush& brush,
                          const report::CompareOptions& options) {
    Compared compared;
    compared.base = kept_of(base, brush);
    compared.next = kept_of(next, brush);
    try {
      compared.comparison = report::compare_runs(compared.base ? compared.base->files : base.files,
                                                 compared.next ? compared.next->files : next.files, options);
    } catch (const Error& error) {
      compared.error = error.what();
      // Where the command line has an option, this panel has a check box.
      if (const auto hint = compared.error.find("; --across"); hint != std::string::npos)
        compared.error.replace(hint, std::string::npos, "; check `across devices` to compare them anyway");
    }
    return compared;
  }

  static void draw_counts(const report::RunComparison& comparison) {
    for (const statistics::Verdict verdict : {statistics::Verdict::faster, statistics::Verdict::slower,
                                              statistics::Verdict::same, statistics::Verdict::unclear}) {
      const auto count = std::ranges::count(comparison.differences, verdict, &report::Difference::verdict);
      draw_text(fmt::format("{} {}", count, statistics::name_of(verdict)), verdict_colour(verdict));
      ImGui::SameLine(0, ImGui::GetFontSize() * 1.5f);
    }
    if (!comparison.failed.empty()) {
      draw_text(fmt::format("{} failed now", comparison.failed.size()), colours().fault);
      ImGui::SameLine(0, ImGui::GetFontSize() * 1.5f);
    }
    draw_text(
        fmt::format("{} only in the base, {} only here", comparison.only_base.size(), comparison.only_next.size()),
        colours().quiet);
  }

  static void draw_whiskers(ViewModel& model, const Compared& compared) {
    const report::RunComparison& comparison = compared.comparison;
    const auto count = static_cast<int>(comparison.differences.size());
    const float height = std::clamp(ImGui::GetFontSize() * (2.2f * static_cast<float>(count) + 5),
                                    ImGui::GetFontSize() * 10, ImGui::GetContentRegionAvail().y * 0.6f);
    const Plot plot("##whiskers", height, ImPlotFlags_NoLegend);
    if (!plot) return;
    plot.setup_axis(ImAxis_X1, "time of this run / time of the base");
    ImPlot::SetupAxis(
        ImAxis_Y1, nullptr,
        ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_Invert | (count > 24 ? ImPlotAxisFlags_NoTickLabels : 0));
    std::vector<std::string> names;
    for (const report::Difference& difference : comparison.differences)
      names.push_back(fmt::format("{} {}", store::workload_of(*difference.next), difference.next->accuracy));
    setup_ticks(names);
    std::vector<analysis::PlotPoint> points;
    double indifference = 0;
    for (int i = 0; i < count; ++i) {
      const report::Difference& difference = comparison.differences[static_cast<std::size_t>(i)];
      indifference = std::max(indifference, difference.indifference);
      const double y = i;
      const ImVec4& colour = verdict_colour(difference.verdict);
      const std::array<double, 2> xs{difference.ratio.ci.low, difference.ratio.ci.high};
      const std::array<double, 2> ys{y, y};
      ImPlot::SetNextLineStyle(colour, 2);
      ImPlot::PlotLine("##whisker", xs.data(), ys.data(), 2);
      points.push_back({difference.ratio.ratio, y, compared.index_of(difference.next, model.rows())});
      draw_points("##point", std::span(&points.back(), 1), colour, 5);
    }
    draw_band(indifference);
    const double same = 1;
    ImPlot::SetNextLineStyle(colours().quiet);
    ImPlot::PlotInfLines("##same", &same, 1);
    hover_points(model, points);
  }

  /// Differences within this band do not count.
  static void draw_band(double indifference) {
    const ImPlotRect limits = ImPlot::GetPlotLimits();
    ImPlot::PushPlotClipRect();
    ImPlot::GetPlotDrawList()->AddRectFilled(ImPlot::PlotToPixels(1 - indifference, limits.Y.Min),
                                             ImPlot::PlotToPixels(1 + indifference, limits.Y.Max),
                                             ImGui::GetColorU32(with_alpha(colours().quiet, 0.15f)));
    ImPlot::PopPlotClipRect();
  }

  static void setup_ticks(const std::vector<std::string>& names) {
    std::vector<double> positions;
    std::vector<const char*> texts;
    for (const std::string& name : names) {
      positions.push_back(static_cast<double>(texts.size()));
      texts.push_back(name.c_str());
    }
    ImPlot::SetupAxisTicks(ImAxis_Y1, positions.data(), static_cast<int>(texts.size()), texts.data());
    ImPlot::SetupAxisLimits(ImAxis_Y1, -0.7, static_cast<double>(names.size()) - 0.3, ImPlotCond_Always);
  }

  static void draw_table(ViewModel& model, const Compared& compared) {
    const report::RunComparison& comparison = compared.comparison;
    constexpr ImGuiTableFlags kFlags =
        ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable;
    if (!ImGui::BeginTable("differences", 6, kFlags)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    const float figure = ImGui::CalcTextSize("+123.45 % (+123.4 to +123.4)").x;
    ImGui::TableSetupColumn("verdict", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("UNCLEAR").x);
    ImGui::TableSetupColumn("time, this / base", ImGuiTableColumnFlags_WidthFixed, figure);
    ImGui::TableSetupColumn("workload", ImGuiTableColumnFlags_WidthStretch, 2);
    ImGui::TableSetupColumn("class", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("formula").x);
    ImGui::TableSetupColumn("variant of the base", ImGuiTableColumnFlags_WidthStretch, 2.4f);
    ImGui::TableSetupColumn("variant of this run", ImGuiTableColumnFlags_WidthStretch, 2.4f);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(comparison.differences.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        ImGui::PushID(i);
        const report::Difference& difference = comparison.differences[static_cast<std::size_t>(i)];
        draw_difference(model, difference, compared.index_of(difference.next, model.rows()));
        ImGui::PopID();
      }
    ImGui::EndTable();
  }

  static void draw_difference(ViewModel& model, const report::Difference& difference, std::size_t index) {
    const auto percent = [](double ratio) { return 100 * (ratio - 1); };
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Selectable("##row", model.is_selected(index), ImGuiSelectableFlags_SpanAllColumns))
      select_clicked(model, index);
    if (!difference.unclear.empty()) ImGui::SetItemTooltip("%s", difference.unclear.c_str());
    ImGui::SameLine(0, 0);
    draw_text(statistics::name_of(difference.verdict), verdict_colour(difference.verdict));
    ImGui::TableNextColumn();
    draw_text(fmt::format("{:+.2f} % ({:+.1f} to {:+.1f})", percent(difference.ratio.ratio),
                          percent(difference.ratio.ci.low), percent(difference.ratio.ci.high)));
    ImGui::TableNextColumn();
    draw_text(store::workload_of(*difference.next));
    ImGui::TableNextColumn();
    draw_text(difference.next->accuracy);
    ImGui::TableNextColumn();
    draw_text(difference.base->variant);
    ImGui::TableNextColumn();
    draw_text(difference.next->variant);
  }

  report::CompareOptions options_;
  std::vector<std::filesystem::path> runs_;
  using Key = std::tuple<analysis::RunPointer, analysis::RunPointer, bool, bool>;
  Latest<Key, Compared> compared_;
};

}  // namespace

std::unique_ptr<Panel> make_compare_panel() { return std::make_unique<ComparePanel>(); }

}  // namespace modlab::gui
