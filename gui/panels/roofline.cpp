#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "gui/analysis/label_columns.h"
#include "gui/analysis/roofline_lines.h"
#include "gui/draw/locations.h"
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

/// Lines are at least this high, in heights of text, so that their labels never overlap. Where they do not all fit,
/// they scroll.
constexpr float kLeastPitch = 1.1f;
constexpr float kGap = 0.8f;  ///< between columns, likewise

float text_width(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

/// While it lives, the mouse wheel scrolls what a plot is in, and zooms it only with Ctrl.
class WheelScrolls {
 public:
  WheelScrolls() { ImPlot::GetInputMap().ZoomMod = ImGuiMod_Ctrl; }
  ~WheelScrolls() { ImPlot::GetInputMap().ZoomMod = before_; }
  WheelScrolls(const WheelScrolls&) = delete;
  WheelScrolls& operator=(const WheelScrolls&) = delete;

 private:
  int before_ = ImPlot::GetInputMap().ZoomMod;
};

KeyEntry key_of(analysis::LimitKind kind) {
  const std::string name(analysis::name_of(kind));
  switch (kind) {
    case analysis::LimitKind::cold_copy: return {.name = name, .colour = colours().good, .stroke = Stroke::solid};
    case analysis::LimitKind::warm_copy: return {.name = name, .colour = colours().good, .stroke = Stroke::dashed};
    case analysis::LimitKind::overlap_copy: return {.name = name, .colour = colours().good, .stroke = Stroke::dotted};
    case analysis::LimitKind::packed_copy:
      return {.name = name, .colour = with_alpha(colours().good, 0.45f), .stroke = Stroke::solid};
    case analysis::LimitKind::launch_floor: break;
  }
  return {.name = name, .colour = colours().quiet, .stroke = Stroke::solid};
}

class RooflinePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view name() const override { return "roofline"; }
  [[nodiscard]] std::string_view help() const override {
    return "The throughput of every variant against what limits it: a measured copy of the same bytes on the same "
           "buffers, the roofline, and in another mode if --against has it; a packed copy for strided workloads; and, "
           "where it is "
           "near, a launch that does nothing. A line per workload: exact kernels above, formula kernels below them, "
           "peers such as DirectML or those of --peers at the bottom; diamonds mark the best. In GB/s or % of the "
           "roofline; the figures on the right are shares of it. The wheel scrolls, with Ctrl it zooms.";
  }

  void draw(ViewModel& model) override {
    const RooflineLines& lines = lines_of(model);
    if (lines.bars.empty()) {
      draw_empty("No variant has a figure yet.", "Workloads appear as they are measured.");
      return;
    }
    const float font = ImGui::GetFontSize();
    const float width = ImGui::GetContentRegionAvail().x;
    const Columns& columns =
        columns_.get(std::tuple(model.run(), model.peers(), width, font), [&] { return columns_for(lines, width); });
    const LabelColumns& labels = columns.labels;
    draw_text(lines.bars.size() == 1 ? labels.shared
                                     : fmt::format("{} workloads{}{}", lines.bars.size(),
                                                   labels.shared.empty() ? "" : ", all ", labels.shared),
              colours().quiet);
    const std::vector<KeyEntry> key = key_for(lines);
    draw_key(key, hidden_);
    ImDrawList& titles = *ImGui::GetWindowDrawList();
    const float title_y = ImGui::GetCursorScreenPos().y;
    ImGui::Dummy({0, font});
    if (ImGui::BeginChild("lines")) draw_lines(model, lines, columns, titles, title_y);
    ImGui::EndChild();
  }

  void poll(ViewModel& /*model*/) override { changes_ = std::exchange(settling_, false); }
  [[nodiscard]] bool changes() const override { return changes_; }

  [[nodiscard]] Csv csv(ViewModel& model) override {
    std::string text =
        "workload,roofline_gbps,launch_floor_gbps,packed_copy_gbps,accuracy,best_variant,gbps,roofline_pct,"
        "times_best_exact,times_ci_low,times_ci_high\n";
    const RooflineLines& lines = lines_of(model);
    for (std::size_t i = 0; i < lines.bars.size(); ++i) {
      const analysis::RooflineBar& bar = lines.bars[i];
      const auto packed =
          std::ranges::find(bar.limits, analysis::LimitKind::packed_copy, &analysis::RooflineLimit::kind);
      const auto add = [&](const store::Row& row, std::string_view accuracy) {
        const double gbps = analysis::figure_of(row, analysis::Unit::throughput).value_or(0);
        text += fmt::format("{},{},{},{},{},{},{},{},", store::csv_field(bar.label), bar.roof_gbps, bar.floor_gbps,
                            packed == bar.limits.end() ? 0 : packed->gbps, accuracy, store::csv_field(row.variant),
                            gbps, bar.roof_gbps > 0 ? 100 * gbps / bar.roof_gbps : 0);
        const auto ratio = analysis::times_best_exact(*model.run(), bar.group, row);
        text += ratio ? fmt::format("{},{},{}\n", ratio->ratio, ratio->ci.low, ratio->ci.high) : ",,\n";
      };
      for (const auto& best : {bar.best_exact, bar.best_formula})
        if (best) add(model.rows()[*best], model.rows()[*best].accuracy);
      for (const PeerMark& mark : lines.peers)
        if (mark.bar == i) add(*mark.row, "peer");
    }
    return text;
  }

 private:
  /// What stands beside the plot; measuring text takes too long for every frame.
  struct Columns {
    LabelColumns labels;
    std::vector<float> figure_widths;  ///< each with a gap
  };

  /// Where the columns beside the plot are, in pixels of the screen.
  struct Frame {
    float left = 0;   ///< of the plot
    float right = 0;  ///< of the plot
    std::vector<float> figures_end;
  };

  /// Which lines are in sight, on the plot's axis.
  struct Extent {
    double top = 0;
    double bottom = 0;
  };

  const RooflineLines& lines_of(const ViewModel& model) {
    const analysis::Unit unit =
        model.unit() == analysis::Unit::roofline ? analysis::Unit::roofline : analysis::Unit::throughput;
    return lines_.get(std::tuple(model.run(), model.against(), model.peers(), unit),
                      [&] { return roofline_lines(*model.run(), model.against().get(), *model.peers(), unit); });
  }

  [[nodiscard]] bool is_shown(const std::string& name) const { return !hidden_.contains(name); }

  static std::vector<KeyEntry> key_for(const RooflineLines& lines) {
    std::vector<KeyEntry> key;
    const auto add = [&](const char* name, const std::vector<analysis::PlotPoint>& points, const ImVec4& colour,
                         ImPlotMarker marker, float size) {
      if (!points.empty()) key.push_back({.name = name, .colour = colour, .marker = marker, .size = size});
    };
    add("exact", lines.exact, with_alpha(colours().exact, 0.6f), ImPlotMarker_Square, 2);
    add("formula", lines.formula, with_alpha(colours().formula, 0.6f), ImPlotMarker_Square, 2);
    add("best exact", lines.best_exact, colours().exact, ImPlotMarker_Diamond, 5);
    add("best formula", lines.best_formula, colours().formula, ImPlotMarker_Diamond, 5);
    for (std::size_t i = 0; i < lines.peer_names.size(); ++i)
      key.push_back({.name = lines.peer_names[i], .colour = colours().peer, .marker = peer_marker(i), .size = 5});
    std::set<analysis::LimitKind> kinds;
    for (const analysis::RooflineBar& bar : lines.bars)
      for (const analysis::RooflineLimit& limit : bar.limits)
        if (is_near(limit, bar)) kinds.insert(limit.kind);
    for (const analysis::LimitKind kind : kinds) key.push_back(key_of(kind));
    return key;
  }

  static Columns columns_for(const RooflineLines& lines, float width) {
    const float gap = kGap * ImGui::GetFontSize();
    Columns columns{.labels = label_columns(lines.labels, 0.4f * width, gap, text_width), .figure_widths = {}};
    for (const FigureColumn& figures : lines.figures) {
      float widest = text_width(figures.title);
      for (const std::string& text : figures.texts) widest = std::max(widest, text_width(text));
      columns.figure_widths.push_back(widest + gap);
    }
    return columns;
  }

  /// As many columns of figures as leave the plot enough of the width.
  static Frame frame_for(const Columns& columns) {
    constexpr float kPlotShare = 0.42f;
    const float width = ImGui::GetContentRegionAvail().x;
    const float start = ImGui::GetCursorScreenPos().x;
    const float left = std::max(columns.labels.width, ImGui::GetFontSize());
    float total = 0;
    std::size_t count = 0;
    while (count < columns.figure_widths.size() &&
           left + total + columns.figure_widths[count] <= (1 - kPlotShare) * width)
      total += columns.figure_widths[count++];
    Frame frame{.left = start + left, .right = start + width - total, .figures_end = {}};
    float at = frame.right;
    for (std::size_t i = 0; i < count; ++i) frame.figures_end.push_back(at += columns.figure_widths[i]);
    return frame;
  }

  void draw_lines(ViewModel& model, const RooflineLines& lines, const Columns& columns, ImDrawList& titles,
                  float title_y) {
    const float font = ImGui::GetFontSize();
    const auto count = static_cast<float>(lines.bars.size());
    const float visible = ImGui::GetWindowHeight();
    // The plot stays in the window; what scrolls is the part of the lines that it shows.
    const float inner = inner_height_ > 0 ? inner_height_ : visible - 4 * font;
    const float pitch = std::max(kLeastPitch * font, inner / count);
    const float scrolled = ImGui::GetScrollY();
    const ImVec2 origin = ImGui::GetCursorPos();
    ImGui::Dummy({0, visible + std::max(0.0f, count * pitch - inner)});
    ImGui::SetCursorPos({origin.x, origin.y + scrolled});

    const Frame frame = frame_for(columns);
    ImGui::SetCursorScreenPos({frame.left, ImGui::GetCursorScreenPos().y});
    const WheelScrolls wheel;
    ImPlot::PushStyleVar(ImPlotStyleVar_PlotPadding, ImVec2(2, 2));
    const Extent extent{.top = static_cast<double>(scrolled / pitch) - 0.5,
                        .bottom = static_cast<double>((scrolled + inner) / pitch) - 0.5};
    draw_plot(model, lines, columns.labels, frame, extent, visible);
    ImPlot::PopStyleVar();
    const ImU32 quiet = ImGui::GetColorU32(colours().quiet);
    for (std::size_t i = 0; i < frame.figures_end.size(); ++i)
      titles.AddText({frame.figures_end[i] - text_width(lines.figures[i].title), title_y}, quiet,
                     lines.figures[i].title.c_str());
  }

  void draw_plot(ViewModel& model, const RooflineLines& lines, const LabelColumns& labels, const Frame& frame,
                 const Extent& extent, float height) {
    const analysis::Unit unit =
        model.unit() == analysis::Unit::roofline ? analysis::Unit::roofline : analysis::Unit::throughput;
    const Plot plot(fmt::format("##roofline{}", analysis::name_of(unit)), ImVec2(frame.right - frame.left, height),
                    ImPlotFlags_NoLegend);
    if (!plot) return;
    plot.setup_axis(ImAxis_X1,
                    analysis::axis_label(unit).data());  // without the unit at each tick, which would take room
    ImPlot::SetupAxisLimitsConstraints(ImAxis_X1, 0, INFINITY);
    ImPlot::SetupAxis(ImAxis_Y1, nullptr,
                      ImPlotAxisFlags_NoDecorations | ImPlotAxisFlags_Invert | ImPlotAxisFlags_Lock);
    ImPlot::SetupAxisLimits(ImAxis_Y1, extent.top, extent.bottom, ImPlotCond_Always);
    ImPlot::SetupFinish();
    const float inner = ImPlot::GetPlotSize().y;
    settling_ = std::abs(inner - inner_height_) > 0.5f;
    inner_height_ = inner;

    draw_separators(labels, extent);
    std::vector<analysis::PlotPoint> points;
    const auto draw_class = [&](const char* name, const std::vector<analysis::PlotPoint>& of_class,
                                const ImVec4& colour, float size, ImPlotMarker marker) {
      if (!is_shown(name)) return;
      draw_points(name, of_class, colour, size, marker);
      points.insert(points.begin(), of_class.begin(), of_class.end());  // what is drawn on top is found first
    };
    draw_class("exact", lines.exact, with_alpha(colours().exact, 0.5f), 2, ImPlotMarker_Square);
    draw_class("formula", lines.formula, with_alpha(colours().formula, 0.5f), 2, ImPlotMarker_Square);
    draw_limits(lines, extent);
    draw_class("best exact", lines.best_exact, colours().exact, 5, ImPlotMarker_Diamond);
    draw_class("best formula", lines.best_formula, colours().formula, 5, ImPlotMarker_Diamond);
    const std::vector<analysis::PlotPoint> others = draw_peers(lines, points);
    fit(lines);
    hover_points_and_others(model, points, others, [&](const analysis::PlotPoint& other) {
      const PeerMark& mark = lines.peers[other.index];
      draw_peer_tooltip(*model.run(), lines.bars[mark.bar].group, *mark.row);
    });
    draw_texts(model, lines, labels, frame);
  }

  /// Between groups of lines: where the first part of their labels changes, or the second if there are more.
  static void draw_separators(const LabelColumns& labels, const Extent& extent) {
    ImPlot::PushPlotClipRect();
    const float left = ImPlot::GetPlotPos().x;
    const float right = left + ImPlot::GetPlotSize().x;
    const std::size_t parts = labels.columns.size() > 2 ? 2 : 1;
    for (std::size_t i = 1; i < labels.repeats.size(); ++i) {
      const double between = static_cast<double>(i) - 0.5;
      if (labels.repeats[i] >= parts || between < extent.top || between > extent.bottom) continue;
      const float y = ImPlot::PlotToPixels(0, between).y;
      const ImVec4 colour = with_alpha(colours().quiet, labels.repeats[i] == 0 ? 0.5f : 0.2f);
      ImPlot::GetPlotDrawList()->AddLine({left, y}, {right, y}, ImGui::GetColorU32(colour));
    }
    ImPlot::PopPlotClipRect();
  }

  void draw_limits(const RooflineLines& lines, const Extent& extent) const {
    constexpr double kHalf = 0.46;  // of a line's height
    const float right = ImPlot::GetPlotPos().x + ImPlot::GetPlotSize().x;
    ImPlot::PushPlotClipRect();
    for (std::size_t i = 0; i < lines.bars.size(); ++i) {
      const auto at = static_cast<double>(i);
      if (at < extent.top - 1 || at > extent.bottom + 1) continue;
      for (const analysis::RooflineLimit& limit : lines.bars[i].limits) {
        if (!is_near(limit, lines.bars[i]) || !is_shown(std::string(analysis::name_of(limit.kind)))) continue;
        const ImVec2 top = ImPlot::PlotToPixels(limit.gbps * lines.scale[i], at - kHalf);
        const ImVec2 bottom = ImPlot::PlotToPixels(limit.gbps * lines.scale[i], at + kHalf);
        const KeyEntry look = key_of(limit.kind);
        if (top.x <= right)
          draw_limit(*ImPlot::GetPlotDrawList(), top.x, top.y, bottom.y, look);
        else
          draw_beyond(right, (top.y + bottom.y) / 2, look);
      }
    }
    ImPlot::PopPlotClipRect();
  }

  /// An arrow at the right edge: the limit is further out.
  static void draw_beyond(float right, float y, const KeyEntry& look) {
    const float size = ImGui::GetFontSize() / 4;
    ImPlot::GetPlotDrawList()->AddTriangleFilled({right - 1, y}, {right - 1 - size, y + size},
                                                 {right - 1 - size, y - size}, ImGui::GetColorU32(look.colour));
  }

  /// Those of the run join its points; the others are returned, and their indices are into the marks.
  std::vector<analysis::PlotPoint> draw_peers(const RooflineLines& lines,
                                              std::vector<analysis::PlotPoint>& points) const {
    std::vector<analysis::PlotPoint> others;
    for (std::size_t name = 0; name < lines.peer_names.size(); ++name) {
      if (!is_shown(lines.peer_names[name])) continue;
      std::vector<analysis::PlotPoint> marks;
      for (const PeerMark& mark : lines.peers) {
        if (mark.name != name) continue;
        marks.push_back(mark.at);
        (mark.of_run ? points : others).insert((mark.of_run ? points : others).begin(), mark.at);
      }
      draw_points(lines.peer_names[name].c_str(), marks, colours().peer, 5, peer_marker(name));
    }
    return others;
  }

  /// Limits may lie beyond all dots; and shares are judged from 0. A launch floor far beyond everything else is left
  /// out: it would take the room that the others need.
  void fit(const RooflineLines& lines) const {
    constexpr double kFar = 1.2;
    std::vector<double> xs{0};
    std::vector<double> floors;
    double largest = 0;
    for (const auto* points : {&lines.best_exact, &lines.best_formula})
      for (const analysis::PlotPoint& point : *points) largest = std::max(largest, point.x);
    for (std::size_t i = 0; i < lines.bars.size(); ++i)
      for (const analysis::RooflineLimit& limit : lines.bars[i].limits) {
        if (!is_near(limit, lines.bars[i]) || !is_shown(std::string(analysis::name_of(limit.kind)))) continue;
        (limit.kind == analysis::LimitKind::launch_floor ? floors : xs).push_back(limit.gbps * lines.scale[i]);
      }
    largest = std::max(largest, std::ranges::max(xs));
    for (const double floor : floors)
      if (floor < kFar * largest) xs.push_back(floor);
    const std::vector<double> ys(xs.size(), 0);
    ImPlot::SetNextMarkerStyle(ImPlotMarker_None);
    ImPlot::SetNextLineStyle(ImVec4(0, 0, 0, 0));
    ImPlot::PlotScatter("##limits", xs.data(), ys.data(), static_cast<int>(xs.size()));
  }

  /// Labels and figures of the lines in sight.
  static void draw_texts(ViewModel& model, const RooflineLines& lines, const LabelColumns& labels, const Frame& frame) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 ink = ImGui::GetColorU32(ImGuiCol_Text);
    const ImU32 quiet = ImGui::GetColorU32(colours().quiet);
    const float font = ImGui::GetFontSize();
    const float top = ImPlot::GetPlotPos().y;
    const float bottom = top + ImPlot::GetPlotSize().y;
    const float from = frame.left - labels.width;
    const float half = std::abs(ImPlot::PlotToPixels(0, 1).y - ImPlot::PlotToPixels(0, 0).y) / 2;
    const float end = frame.figures_end.empty() ? frame.right : frame.figures_end.back();
    ImGui::PushClipRect({from, top}, {end, bottom}, false);
    bool first = true;
    for (std::size_t i = 0; i < lines.bars.size(); ++i) {
      const float centre = ImPlot::PlotToPixels(0, static_cast<double>(i)).y;
      if (centre < top || centre > bottom) continue;
      const float y = centre - font / 2;
      for (std::size_t column = first ? 0 : labels.repeats[i]; column < labels.columns.size(); ++column) {
        const std::vector<std::string>& texts = labels.columns[column].texts;
        const bool is_news = first || texts[i] != texts[i - 1];
        list.AddText({from + labels.columns[column].x, y}, is_news ? ink : quiet, texts[i].c_str());
      }
      for (std::size_t column = 0; column < frame.figures_end.size(); ++column) {
        const std::string& text = lines.figures[column].texts[i];
        list.AddText({frame.figures_end[column] - text_width(text), y}, quiet, text.c_str());
      }
      first = false;
      if (locations_wanted()) note_location(fmt::format("line of {}", lines.labels[i]), {from + font, centre});
      if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({from, centre - half}, {frame.left, centre + half}))
        hover_label(model, lines, i);
    }
    ImGui::PopClipRect();
  }

  /// The whole name and the limits; a click selects the best.
  static void hover_label(ViewModel& model, const RooflineLines& lines, std::size_t i) {
    const analysis::RooflineBar& bar = lines.bars[i];
    if (ImGui::BeginTooltip()) {
      draw_text(bar.label);
      for (const analysis::RooflineLimit& limit : bar.limits)
        draw_text(fmt::format("{}: {}", analysis::name_of(limit.kind),
                              analysis::figure_text(analysis::Unit::throughput, limit.gbps)),
                  colours().quiet);
      draw_text("click selects the best variant", colours().quiet);
      ImGui::EndTooltip();
    }
    const auto& best = bar.best_exact ? bar.best_exact : bar.best_formula;
    if (best && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) select_clicked(model, *best);
  }

  Cached<std::tuple<analysis::RunPointer, analysis::RunPointer, ViewModel::Peers, analysis::Unit>, RooflineLines>
      lines_;
  Cached<std::tuple<analysis::RunPointer, ViewModel::Peers, float, float>, Columns> columns_;
  std::set<std::string> hidden_;  ///< entries of the key
  float inner_height_ = 0;        ///< of the plot within its axes, in the last frame
  bool settling_ = false;         ///< that has changed, so the lines must be laid out again
  bool changes_ = false;
};

}  // namespace

std::unique_ptr<Panel> make_roofline_panel() { return std::make_unique<RooflinePanel>(); }

}  // namespace modlab::gui
