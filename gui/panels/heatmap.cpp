#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "gui/draw/locations.h"
#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "harness/analysis/heat_map.h"
#include "harness/store/csv.h"

namespace modlab::gui {
namespace {

ImVec4 colour_of(double figure, const statistics::Interval& range, analysis::Unit unit) {
  return ImPlot::SampleColormap(static_cast<float>(analysis::brightness(figure, range, unit)), ImPlotColormap_Viridis);
}

class HeatMapPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "heatmap"; }
  [[nodiscard]] std::string_view help() const override {
    return "The fastest variant for every pair of values of two axes. A third axis can be held at one value.";
  }

  void draw(ViewModel& model) override {
    if (model.run()->groups.empty()) {
      draw_empty("No variant has been tried yet.", "The map fills as the run proceeds.");
      return;
    }
    draw_scope(model);
    const analysis::Run& run = *model.run();
    choose_default_axes(run, model.group());
    choose_axis("across", run, model.group(), x_axis_);
    ImGui::SameLine();
    choose_axis("down", run, model.group(), y_axis_);
    ImGui::SameLine();
    draw_slice(run, model.group());
    draw_map(model);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    const analysis::HeatMap& map = map_of(model);
    const analysis::Run& run = *model.run();
    std::string text = fmt::format("{},{},timed,failed,best_variant,median_ns,gbps,roofline_pct\n",
                                   run.axes[x_axis_].name, run.axes[y_axis_].name);
    for (std::size_t y = 0; y < map.y_values.size(); ++y)
      for (std::size_t x = 0; x < map.x_values.size(); ++x) {
        const analysis::HeatCell& cell = map.at(x, y);
        text += fmt::format("{},{},{},{},", store::csv_field(map.x_values[x]), store::csv_field(map.y_values[y]),
                            cell.timed, cell.failed);
        if (!cell.best) {
          text += ",,,\n";
          continue;
        }
        const store::Row& row = model.rows()[*cell.best];
        text += fmt::format("{},{},{},{}\n", store::csv_field(row.variant), *row.median_ns,
                            row.gbps ? fmt::to_string(*row.gbps) : "",
                            row.roofline_pct ? fmt::to_string(*row.roofline_pct) : "");
      }
    return text;
  }

 private:
  /// Two axes that matter on most devices, until the user chooses others.
  void choose_default_axes(const analysis::Run& run, std::size_t group) {
    if (axes_chosen_) return;
    axes_chosen_ = true;
    const std::vector<std::size_t> axes = varied_axes(run, group);
    const auto wanted = [&](std::string_view name, std::size_t fallback) {
      const auto axis = analysis::find_axis(run.axes, name);
      return axis && std::ranges::find(axes, *axis) != axes.end() ? *axis : fallback;
    };
    x_axis_ = wanted("threads", axes.front());
    y_axis_ = wanted("per_thread", axes.back());
  }

  void draw_slice(const analysis::Run& run, std::size_t group) {
    const std::vector<std::size_t> axes = varied_axes(run, group);
    std::vector<std::string> names{"none"};
    for (const std::size_t axis : axes) names.emplace_back(run.axes[axis].name);
    std::size_t chosen = 0;
    if (slice_) {
      const auto axis = std::ranges::find(axes, slice_->axis);
      if (axis != axes.end())
        chosen = static_cast<std::size_t>(axis - axes.begin()) + 1;
      else
        slice_.reset();
    }
    if (choose("hold", names, chosen)) {
      slice_.reset();
      if (chosen > 0) slice_ = analysis::AxisSlice{.axis = axes[chosen - 1], .value = 0};
    }
    if (!slice_) return;
    const std::vector<std::size_t>& values = run.groups[group].values[slice_->axis];
    int index = static_cast<int>(std::ranges::find(values, slice_->value) - values.begin());
    if (index == static_cast<int>(values.size())) index = 0;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 14);
    const std::string& shown = run.axes[slice_->axis].values[values[static_cast<std::size_t>(index)]];
    std::string format;  // the slider's number is an index; it shows the value there
    for (const char c : shown) format += c == '%' ? std::string("%%") : std::string(1, c);
    ImGui::SliderInt("##slice", &index, 0, static_cast<int>(values.size()) - 1, format.c_str());
    slice_->value = values[static_cast<std::size_t>(index)];
  }

  const analysis::HeatMap& map_of(const ViewModel& model) {
    const auto slice = slice_ ? std::pair(slice_->axis, slice_->value) : std::pair(kNoSlice, std::size_t{0});
    return map_.get({model.run(), model.group(), model.accuracy(), x_axis_, y_axis_, slice}, [&] {
      return analysis::make_heat_map(*model.run(), {.group = model.group(),
                                                    .accuracy = model.accuracy(),
                                                    .x_axis = x_axis_,
                                                    .y_axis = y_axis_,
                                                    .slice = slice_});
    });
  }

  void draw_map(ViewModel& model) {
    const analysis::HeatMap& map = map_of(model);
    const analysis::Unit unit = model.unit();
    const std::optional<statistics::Interval> found = analysis::colour_range(map, model.rows(), unit);
    if (!found) {
      draw_empty("No variant here has a figure.", "Choose another workload, class or value.");
      return;
    }
    const statistics::Interval range = *found;
    const float scale_width = ImGui::GetFontSize() * 8;
    // Cells high enough to read and to click on, and no higher: filled areas cost a software driver most.
    const float height = std::min(ImGui::GetContentRegionAvail().y,
                                  ImGui::GetFontSize() * (6 + 6 * static_cast<float>(map.y_values.size())));
    ImPlot::PushColormap(ImPlotColormap_Viridis);
    if (ImPlot::BeginPlot("##map", ImVec2(-scale_width - ImGui::GetStyle().ItemSpacing.x, height),
                          ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText | ImPlotFlags_NoMenus)) {
      setup_named_axis(ImAxis_X1, map.x_values, model.run()->axes[x_axis_].name.data());
      setup_named_axis(ImAxis_Y1, map.y_values, model.run()->axes[y_axis_].name.data());
      draw_cells(model, map, range);
      ImPlot::EndPlot();
    }
    ImGui::SameLine();
    const bool reversed = analysis::less_is_faster(unit);
    const bool in_time = unit == analysis::Unit::time;  // the colour scale has one unit of time for all its ticks
    const double divisor = !in_time ? 1 : range.high < 1e3 ? 1 : range.high < 1e6 ? 1e3 : range.high < 1e9 ? 1e6 : 1e9;
    const char* label = !in_time         ? analysis::name_of(unit).data()
                        : divisor == 1   ? "ns"
                        : divisor == 1e3 ? "µs"
                        : divisor == 1e6 ? "ms"
                                         : "s";
    const double margin = range.high > range.low ? 0 : std::abs(range.high) * 0.01;
    ImPlot::ColormapScale(label, (range.low - margin) / divisor, (range.high + margin) / divisor,
                          ImVec2(scale_width, height), "%.4g", reversed ? ImPlotColormapScaleFlags_Invert : 0);
    ImPlot::PopColormap();
  }

  static void draw_cells(ViewModel& model, const analysis::HeatMap& map, const statistics::Interval& range) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const float gap = 1;
    ImPlot::PushPlotClipRect();
    std::vector<analysis::PlotPoint> middles;  // index: of the cell
    for (std::size_t y = 0; y < map.y_values.size(); ++y)
      for (std::size_t x = 0; x < map.x_values.size(); ++x) {
        const analysis::HeatCell& cell = map.at(x, y);
        const auto at_x = static_cast<double>(x);
        const auto at_y = static_cast<double>(y);
        const ImVec2 a = ImPlot::PlotToPixels(at_x - 0.5, at_y + 0.5);
        const ImVec2 b = ImPlot::PlotToPixels(at_x + 0.5, at_y - 0.5);
        const ImVec2 low(a.x + gap, a.y + gap);
        const ImVec2 high(b.x - gap, b.y - gap);
        draw_cell(list, model, cell, range, low, high);
        middles.push_back({at_x, at_y, middles.size()});
        if (locations_wanted())
          note_location(fmt::format("cell {} {}", map.x_values[x], map.y_values[y]), ImPlot::PlotToPixels(at_x, at_y));
        if (cell.best && model.is_selected(*cell.best))
          list.AddRect(low, high, ImGui::GetColorU32(colours().selection), 0, 0, 3);
      }
    ImPlot::PopPlotClipRect();
    if (const analysis::PlotPoint* nearest = nearest_point(middles, kAnyRadius))
      hover_cell(model, map.cells[nearest->index]);
  }

  static void draw_cell(ImDrawList& list, const ViewModel& model, const analysis::HeatCell& cell,
                        const statistics::Interval& range, const ImVec2& low, const ImVec2& high) {
    const auto figure = cell.best ? analysis::figure_of(model.rows()[*cell.best], model.unit()) : std::nullopt;
    const ImVec4 background = figure ? colour_of(*figure, range, model.unit()) : with_alpha(colours().quiet, 0.08f);
    list.AddRectFilled(low, high, ImGui::GetColorU32(background));
    std::string text;
    if (figure)
      text = analysis::figure_text(model.unit(), *figure);
    else if (cell.failed > 0)
      text = fmt::format("{} failed", cell.failed);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    if (text.empty() || size.x > high.x - low.x || size.y > high.y - low.y) return;
    const bool bright = 0.299f * background.x + 0.587f * background.y + 0.114f * background.z > 0.55f;
    const ImU32 ink = !figure  ? ImGui::GetColorU32(colours().fault)
                      : bright ? IM_COL32(20, 20, 20, 255)
                               : IM_COL32(240, 240, 240, 255);
    list.AddText({(low.x + high.x - size.x) / 2, (low.y + high.y - size.y) / 2}, ink, text.c_str());
  }

  static void hover_cell(ViewModel& model, const analysis::HeatCell& cell) {
    if (!cell.best) {
      ImGui::SetTooltip("none timed, %zu failed", cell.failed);
      return;
    }
    draw_row_tooltip(model, *cell.best, fmt::format("the fastest of {} timed, {} failed", cell.timed, cell.failed));
    if (plot_clicked()) select_clicked(model, *cell.best);
  }

  bool axes_chosen_ = false;
  std::size_t x_axis_ = 0;
  std::size_t y_axis_ = 0;
  std::optional<analysis::AxisSlice> slice_;
  static constexpr std::size_t kNoSlice = std::numeric_limits<std::size_t>::max();  ///< stands for no slice
  Cached<std::tuple<analysis::RunPointer, std::size_t, std::string, std::size_t, std::size_t,
                    std::pair<std::size_t, std::size_t>>,
         analysis::HeatMap>
      map_;
};

}  // namespace

std::unique_ptr<Panel> make_heat_map_panel() { return std::make_unique<HeatMapPanel>(); }

}  // namespace modlab::gui
