#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "gui/analysis/pareto.h"
#include "gui/analysis/place_labels.h"
#include "gui/draw/plot.h"
#include "gui/draw/plot_key.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "gui/panels/cached.h"
#include "gui/panels/panel.h"
#include "harness/analysis/peers.h"
#include "harness/store/csv.h"

namespace modlab::gui {
namespace {

constexpr const char* kSpecials = "special results differ";
constexpr const char* kFront = "Pareto front";

bool has_specials(const store::Row& row) { return row.special_mismatches.value_or(0) > 0; }

/// What is known of a row's error, for its tooltip.
std::string error_note(const store::Row& row, ErrorMeasure measure) {
  const auto error = error_of(row, measure);
  std::string note = row.mismatches == 0U ? "every result is exact" : error ? error_text(measure, *error) : "";
  if (has_specials(row))
    note += fmt::format("; {} more differ in a NaN, an infinity, the sign of a zero or where b is 0",
                        *row.special_mismatches);
  return note;
}

class AccuracyPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "accuracy"; }
  [[nodiscard]] std::string_view help() const override {
    return "What accuracy costs: the error of every variant against its speed. Choose what counts as error: the share "
           "of inexact results, the largest error relative to the divisor, or the error in ULP of 99.9 % of the "
           "results or of all. Special results (NaN, infinity, sign of zero, division by 0) are no distance apart; "
           "they are counted apart, and circles mark variants that have some. No variant is both more accurate and "
           "faster than one on the Pareto front.";
  }

  void draw(ViewModel& model) override {
    if (model.run()->groups.empty()) {
      draw_empty("No variant has been tried yet.", "Points appear as the run proceeds.");
      return;
    }
    draw_scope(model, false);
    const std::vector<ErrorMeasure>& recorded = recorded_of(model);
    if (recorded.empty()) {
      draw_empty("No variant of this workload has both a figure and a known error.", "Choose another workload.");
      return;
    }
    const ErrorMeasure measure = choose_measure(recorded);
    if (std::ranges::find(recorded, measure) == recorded.end()) {
      draw_empty(fmt::format("This run does not record this: {}.", name_of(measure)),
                 fmt::format("Choose the {}; runs of this version record all.", name_of(recorded.front())));
      return;
    }
    const float tick_width = ImGui::GetFontSize() * 4.5f;
    const auto most_ticks = static_cast<std::size_t>(ImGui::GetContentRegionAvail().x / tick_width);
    const Shown& shown = shown_.get({model.run(), model.peers(), model.group(), model.unit(), measure, most_ticks},
                                    [&] { return make(model, measure, most_ticks); });
    if (shown.all.empty()) {
      draw_empty("No variant of this workload has a figure in this unit.", "Choose another unit or workload.");
      return;
    }
    if (!shown.counts_specials)
      draw_text("This run does not count special results, such as NaN, apart.", colours().quiet);
    draw_key(shown.key, hidden_);
    draw_plot(model, shown, measure);
  }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    std::string text =
        "variant,accuracy,mismatches,special_mismatches,inexact_share,error_per_divisor,ulp_p999,max_ulp,median_ns,"
        "gbps,pareto\n";
    if (model.run()->groups.empty()) return text;
    const std::vector<ErrorMeasure>& recorded = recorded_of(model);
    const ErrorMeasure measure = measure_in(recorded);
    const std::vector<AccuracyPoint> points = accuracy_points(*model.run(), model.group(), measure, *model.peers());
    const std::vector<AccuracyPoint> front = pareto_front(points);
    const auto cell = [](const auto& value) { return value ? fmt::to_string(*value) : std::string(); };
    for (const AccuracyPoint& point : points) {
      const store::Row& row = *point.row;
      text += fmt::format("{},{},{},{},", store::csv_field(row.variant),
                          point.of_peer ? "peer" : store::csv_field(row.accuracy), cell(row.mismatches),
                          cell(row.special_mismatches));
      for (const auto& each : kErrorMeasureNames) text += cell(error_of(row, each.value)) + ",";
      text += fmt::format("{},{},{}\n", point.median_ns, row.gbps.value_or(0),
                          std::ranges::find(front, point.row, &AccuracyPoint::row) != front.end() ? "yes" : "no");
    }
    return text;
  }

 private:
  struct PeerSeries {
    std::string name;
    std::vector<analysis::PlotPoint> points;
  };
  struct AlgorithmLabel {
    std::string text;
    analysis::PlotPoint at;
  };
  struct Shown {
    ErrorAxis axis;
    std::vector<analysis::PlotPoint> exact;
    std::vector<analysis::PlotPoint> formula;
    std::vector<analysis::PlotPoint> specials;  ///< of these, those that have some
    std::vector<PeerSeries> peers;
    std::vector<analysis::PlotPoint> front;
    std::vector<analysis::PlotPoint> all;       ///< the interactive ones, the front first
    std::vector<analysis::PlotPoint> others;    ///< peers of other journals
    std::vector<const store::Row*> other_rows;  ///< what their indices mean
    std::vector<AlgorithmLabel> labels;         ///< at the fastest variant of each algorithm, the fastest first
    std::vector<KeyEntry> key;
    bool counts_specials = true;
  };

  const std::vector<ErrorMeasure>& recorded_of(const ViewModel& model) {
    return recorded_.get({model.run(), model.group()}, [&] { return recorded_measures(*model.run(), model.group()); });
  }

  /// What the user asked for, else what the run has.
  [[nodiscard]] ErrorMeasure measure_in(const std::vector<ErrorMeasure>& recorded) const {
    return wanted_.value_or(recorded.empty() ? ErrorMeasure::inexact_share : recorded.front());
  }

  ErrorMeasure choose_measure(const std::vector<ErrorMeasure>& recorded) {
    constexpr float kLetters = 44;
    const float needed = ImGui::GetFontSize() * (kLetters * 0.6f + 4);
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < needed) ImGui::NewLine();
    std::vector<std::string> items;
    for (const auto& [measure, name] : kErrorMeasureNames) {
      items.emplace_back(name);
      if (std::ranges::find(recorded, measure) == recorded.end()) items.back() += " (not recorded)";
    }
    auto chosen = static_cast<std::size_t>(measure_in(recorded));
    if (choose("error", items, chosen, kLetters)) wanted_ = kErrorMeasureNames[chosen].value;
    return measure_in(recorded);
  }

  static Shown make(const ViewModel& model, ErrorMeasure measure, std::size_t most_ticks) {
    const analysis::Run& run = *model.run();
    const std::vector<AccuracyPoint> points = accuracy_points(run, model.group(), measure, *model.peers());
    std::vector<double> errors;
    for (const AccuracyPoint& point : points) errors.push_back(point.error);
    Shown shown;
    shown.axis = error_axis(errors, measure, most_ticks);
    std::map<std::string, std::pair<double, analysis::PlotPoint>> fastest;  // by algorithm
    for (const AccuracyPoint& point : points) {
      analysis::PlotPoint at{shown.axis.position_of(point.error),
                             analysis::figure_of(*point.row, model.unit()).value_or(NAN), 0};
      if (!std::isfinite(at.y)) continue;
      at.index = point.index.value_or(shown.other_rows.size());
      if (has_specials(*point.row)) shown.specials.push_back(at);
      if (point.of_peer) {
        add_peer(shown, point, at, run.rows()[run.groups[model.group()].indices.front()]);
        continue;
      }
      (point.row->accuracy == "formula" ? shown.formula : shown.exact).push_back(at);
      shown.counts_specials = shown.counts_specials && point.row->special_mismatches.has_value();
      std::string algorithm(point.row->choice("algorithm"));
      if (point.row->choice("precise") == "yes") algorithm += ", precise";
      const auto [known, is_new] = fastest.try_emplace(algorithm, point.median_ns, at);
      if (!is_new && point.median_ns < known->second.first) known->second = {point.median_ns, at};
    }
    for (const auto& [algorithm, best] : fastest) shown.labels.push_back({algorithm, best.second});
    std::ranges::sort(shown.labels, {}, [&](const AlgorithmLabel& label) { return fastest[label.text].first; });
    shown.exact = analysis::thin(shown.exact, analysis::kMaxDots / 2);
    shown.formula = analysis::thin(shown.formula, analysis::kMaxDots / 2);
    shown.specials = analysis::thin(shown.specials, analysis::kMaxDots / 4);
    for (const AccuracyPoint& point : pareto_front(points))
      shown.front.push_back({shown.axis.position_of(point.error),
                             analysis::figure_of(*point.row, model.unit()).value_or(NAN), point.index.value_or(0)});
    shown.front = analysis::thin(shown.front);  // drops what has no figure in this unit
    if (shown.front.empty()) return {};
    for (const auto* part : {&shown.front, &shown.exact, &shown.formula})
      shown.all.insert(shown.all.end(), part->begin(), part->end());
    add_key(shown);
    return shown;
  }

  static void add_peer(Shown& shown, const AccuracyPoint& point, const analysis::PlotPoint& at,
                       const store::Row& beside) {
    const std::string name = analysis::peer_name(*point.row, beside);
    auto series = std::ranges::find(shown.peers, name, &PeerSeries::name);
    if (series == shown.peers.end()) series = shown.peers.insert(series, {.name = name, .points = {}});
    series->points.push_back(at);
    (point.index ? shown.all : shown.others).push_back(at);
    if (!point.index) shown.other_rows.push_back(point.row);
  }

  static void add_key(Shown& shown) {
    const auto add = [&](const char* name, bool wanted, const ImVec4& colour, ImPlotMarker marker, float size) {
      if (wanted) shown.key.push_back({.name = name, .colour = colour, .marker = marker, .size = size});
    };
    add("exact", !shown.exact.empty(), with_alpha(colours().exact, 0.6f), ImPlotMarker_Square, 3);
    add("formula", !shown.formula.empty(), with_alpha(colours().formula, 0.6f), ImPlotMarker_Square, 3);
    for (std::size_t i = 0; i < shown.peers.size(); ++i)
      add(shown.peers[i].name.c_str(), true, colours().peer, peer_marker(i), 6);
    add(kFront, true, colours().good, ImPlotMarker_Square, 5);
    if (!shown.specials.empty())
      shown.key.push_back({.name = kSpecials, .colour = colours().fault, .marker = kRing, .size = 5});
  }

  void draw_plot(ViewModel& model, const Shown& shown, ErrorMeasure measure) const {
    const Plot plot(fmt::format("##accuracy{}/{}", plot_scope(model), name_of(measure)), -1, ImPlotFlags_NoLegend);
    if (!plot) return;
    ImPlot::SetupAxis(ImAxis_X1, name_of(measure).data());
    std::vector<const char*> texts;
    for (const std::string& text : shown.axis.texts) texts.push_back(text.c_str());
    ImPlot::SetupAxisTicks(ImAxis_X1, shown.axis.ticks.data(), static_cast<int>(texts.size()), texts.data());
    ImPlot::SetupAxisLimits(ImAxis_X1, shown.axis.low, shown.axis.high, ImPlotCond_Always);
    plot.setup_figure_axis(ImAxis_Y1, model.unit());
    const auto draw_series = [&](const std::string& name, const std::vector<analysis::PlotPoint>& points,
                                 const ImVec4& colour, float size, ImPlotMarker marker) {
      if (!hidden_.contains(name)) draw_points(name.c_str(), points, colour, size, marker);
    };
    if (!hidden_.contains(kSpecials) && !shown.specials.empty()) {
      ImPlot::SetNextMarkerStyle(ImPlotMarker_Circle, 6, ImVec4(0, 0, 0, 0), 1.5f, colours().fault);
      ImPlot::PlotScatter(kSpecials, &shown.specials.front().x, &shown.specials.front().y,
                          static_cast<int>(shown.specials.size()), 0, 0, sizeof(analysis::PlotPoint));
    }
    draw_series("exact", shown.exact, with_alpha(colours().exact, 0.6f), 3, ImPlotMarker_Square);
    draw_series("formula", shown.formula, with_alpha(colours().formula, 0.6f), 3, ImPlotMarker_Square);
    for (std::size_t i = 0; i < shown.peers.size(); ++i)
      draw_series(shown.peers[i].name, shown.peers[i].points, colours().peer, 6, peer_marker(i));
    if (!hidden_.contains(kFront)) {
      ImPlot::SetNextLineStyle(colours().good, 2);
      ImPlot::SetNextMarkerStyle(ImPlotMarker_Square, 5, colours().good, 0, colours().good);
      // What one gets for an error of so much: the fastest that has no more.
      ImPlot::PlotStairs(kFront, &shown.front.front().x, &shown.front.front().y, static_cast<int>(shown.front.size()),
                         0, 0, sizeof(analysis::PlotPoint));
    }
    draw_labels(shown);
    HoverOptions options;
    options.note = [&](const analysis::PlotPoint& point) { return error_note(model.rows()[point.index], measure); };
    hover_points_and_others(
        model, shown.all, shown.others,
        [&](const analysis::PlotPoint& point) {
          const store::Row& peer = *shown.other_rows[point.index];
          draw_peer_tooltip(*model.run(), model.group(), peer, error_note(peer, measure));
        },
        options);
  }

  /// Names of algorithms, where there is room for them.
  static void draw_labels(const Shown& shown) {
    const float font = ImGui::GetFontSize();
    std::vector<PointLabel> wanted;
    for (const AlgorithmLabel& label : shown.labels) {
      const ImVec2 at = ImPlot::PlotToPixels(label.at.x, label.at.y);
      wanted.push_back({.x = at.x, .y = at.y, .width = ImGui::CalcTextSize(label.text.c_str()).x, .height = font});
    }
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    const auto placed =
        place_labels(wanted, {.x = corner.x, .y = corner.y, .width = size.x, .height = size.y}, font * 0.9f);
    ImPlot::PushPlotClipRect();
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const ImU32 ink = ImGui::GetColorU32(colours().quiet);
    for (std::size_t i = 0; i < placed.size(); ++i) {
      if (!placed[i]) continue;
      const float middle = placed[i]->y + font / 2;
      if (std::abs(middle - wanted[i].y) > 1) {
        const float edge = placed[i]->x > wanted[i].x ? placed[i]->x - 2 : placed[i]->x + placed[i]->width + 2;
        list.AddLine({wanted[i].x, wanted[i].y}, {edge, middle}, ImGui::GetColorU32(with_alpha(colours().quiet, 0.5f)));
      }
      list.AddText({placed[i]->x, placed[i]->y}, ink, shown.labels[i].text.c_str());
    }
    ImPlot::PopPlotClipRect();
  }

  std::optional<ErrorMeasure> wanted_;  ///< what the user chose
  std::set<std::string> hidden_;        ///< entries of the key
  Cached<std::tuple<analysis::RunPointer, std::size_t>, std::vector<ErrorMeasure>> recorded_;
  Cached<std::tuple<analysis::RunPointer, ViewModel::Peers, std::size_t, analysis::Unit, ErrorMeasure, std::size_t>,
         Shown>
      shown_;
};

}  // namespace

std::unique_ptr<Panel> make_accuracy_panel() { return std::make_unique<AccuracyPanel>(); }

}  // namespace modlab::gui
