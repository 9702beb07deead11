#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <tuple>

#include "gui/analysis/sample_series.h"
#include "gui/draw/plot.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "harness/store/csv.h"

namespace modlab::gui {
namespace {

class SamplesPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "samples"; }
  [[nodiscard]] std::string_view help() const override {
    return "Every sample of the selected variants in the order they were taken, and their distribution. A cross marks "
           "a "
           "sample during which the pilot drifted.";
  }

  void draw(ViewModel& model) override {
    if (model.selection().empty()) {
      draw_empty("No variant is selected.", "Click one in the leaderboard or in a plot; Ctrl+click adds more.");
      return;
    }
    const ViewModel::Samples samples = model.samples();
    if (!model.samples_error().empty()) {
      draw_wrapped(model.samples_error(), colours().fault);
      return;
    }
    if (samples == nullptr) {
      draw_empty("Reading the samples …", "They are next to the journal.");
      return;
    }
    const std::vector<Series>& all = series_of(model, samples);
    if (std::ranges::all_of(all, [](const Series& each) { return each.series.points.empty(); })) {
      draw_empty("The selected variants have no samples.",
                 "Variants that failed have none; those of others are in NAME.samples.csv next to the journal.");
      return;
    }
    draw_over_time(model, all);
    draw_histogram(model, all);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    std::string text = "row,variant,phase,index,ns,drifted,outlier\n";
    const ViewModel::Samples samples = model.samples();
    if (samples == nullptr) return text;
    for (const std::size_t index : model.selection()) {
      const store::Row& row = model.rows()[index];
      for (const store::Sample& sample : samples_of(row, *samples))
        text += fmt::format("{},{},{},{},{},{:d},{:d}\n", row.row, store::csv_field(row.variant),
                            store::csv_field(sample.phase), sample.index, sample.ns, sample.drifted, sample.outlier);
    }
    return text;
  }

 private:
  struct Series {
    std::size_t index;
    std::string label;
    SampleSeries series;
    std::vector<analysis::PlotPoint> points;
    std::vector<analysis::PlotPoint> drifted;
    std::vector<Bin> bins;
  };

  const std::vector<Series>& series_of(const ViewModel& model, const ViewModel::Samples& samples) {
    return series_.get({model.run(), samples, model.selection(), model.unit()}, [&] {
      std::vector<Series> all;
      for (const std::size_t index : model.selection()) {
        const store::Row& row = model.rows()[index];
        Series each{.index = index,
                    .label = fmt::format("row {}: {}", row.row, row.variant),
                    .series = sample_series(row, *samples, model.unit()),
                    .points = {},
                    .drifted = {},
                    .bins = {}};
        std::vector<double> values;
        for (const SampleSeries::Point& point : each.series.points) {
          each.points.push_back({point.order, point.value, index});
          if (point.drifted) each.drifted.push_back({point.order, point.value, index});
          values.push_back(point.value);
        }
        each.bins = histogram(values);
        all.push_back(std::move(each));
      }
      return all;
    });
  }

  static void draw_over_time(ViewModel& model, const std::vector<Series>& all) {
    const Plot plot("##time" + plot_scope(model), ImGui::GetContentRegionAvail().y * 0.55f);
    if (!plot) return;
    plot.setup_axis(ImAxis_X1, "sample, in the order taken");
    plot.setup_figure_axis(ImAxis_Y1, model.unit());
    ImPlot::SetupLegend(ImPlotLocation_NorthEast);
    std::vector<analysis::PlotPoint> every;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Series& each = all[i];
      draw_points(each.label.c_str(), each.points, ImPlot::GetColormapColor(static_cast<int>(i)), 3);
      every.insert(every.end(), each.points.begin(), each.points.end());
    }
    for (const Series& each : all) draw_points("pilot drifted", each.drifted, colours().fault, 5, ImPlotMarker_Cross);
    draw_phases(all.back().series);
    hover_points(model, every, {.ring_selected = false});
  }

  /// A line where each phase begins.
  static void draw_phases(const SampleSeries& series) {
    const ImPlotRect limits = ImPlot::GetPlotLimits();
    ImPlot::PushPlotClipRect();
    for (const SampleSeries::Phase& phase : series.phases) {
      const ImVec2 top = ImPlot::PlotToPixels(phase.begin - 0.5, limits.Y.Max);
      const ImVec2 bottom = ImPlot::PlotToPixels(phase.begin - 0.5, limits.Y.Min);
      ImDrawList& list = *ImPlot::GetPlotDrawList();
      list.AddLine(top, bottom, ImGui::GetColorU32(with_alpha(colours().quiet, 0.6f)));
      list.AddText({top.x + 4, top.y + 2}, ImGui::GetColorU32(colours().quiet), phase.name.c_str());
    }
    ImPlot::PopPlotClipRect();
  }

  /// As outlines, so that those of several variants stay visible.
  static void draw_histogram(ViewModel& model, const std::vector<Series>& all) {
    const Plot plot("##histogram" + plot_scope(model));
    if (!plot) return;
    plot.setup_figure_axis(ImAxis_X1, model.unit());
    plot.setup_axis(ImAxis_Y1, "samples");
    ImPlot::SetupLegend(ImPlotLocation_NorthEast);
    std::vector<analysis::PlotPoint> tops;
    std::vector<const Bin*> bins;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Series& each = all[i];
      if (each.bins.empty()) continue;
      const ImVec4 colour = ImPlot::GetColormapColor(static_cast<int>(i));
      std::vector<analysis::PlotPoint> outline{{each.bins.front().low, 0, each.index}};
      for (const Bin& bin : each.bins) {
        outline.push_back({bin.low, bin.count, each.index});
        outline.push_back({bin.high, bin.count, each.index});
        tops.push_back({(bin.low + bin.high) / 2, bin.count, each.index});
        bins.push_back(&bin);
      }
      outline.push_back({each.bins.back().high, 0, each.index});
      ImPlot::SetNextLineStyle(colour, 2);
      ImPlot::PlotLine(each.label.c_str(), &outline.front().x, &outline.front().y, static_cast<int>(outline.size()), 0,
                       0, sizeof(analysis::PlotPoint));
      if (const auto median = analysis::figure_of(model.rows()[each.index], model.unit())) {
        ImPlot::SetNextLineStyle(with_alpha(colour, 0.6f), 1);
        ImPlot::PlotInfLines(fmt::format("median of row {}", model.rows()[each.index].row).c_str(), &*median, 1);
      }
    }
    hover_points(model, tops,
                 {.ring_selected = false, .radius = kAnyRadius, .note = [&](const analysis::PlotPoint& top) {
                    const Bin& bin = *bins[static_cast<std::size_t>(&top - tops.data())];
                    return fmt::format("{} samples from {} to {}", bin.count,
                                       analysis::figure_text(model.unit(), bin.low),
                                       analysis::figure_text(model.unit(), bin.high));
                  }});
  }

  Cached<std::tuple<analysis::RunPointer, ViewModel::Samples, std::vector<std::size_t>, analysis::Unit>,
         std::vector<Series>>
      series_;
};

}  // namespace

std::unique_ptr<Panel> make_samples_panel() { return std::make_unique<SamplesPanel>(); }

}  // namespace modlab::gui
