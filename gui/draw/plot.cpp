#include "gui/draw/plot.h"

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"
#include "gui/draw/widgets.h"
#include "harness/analysis/peers.h"

namespace modlab::gui {
namespace {

int format_figure(double value, char* text, int size, void* unit) {
  return std::snprintf(text, static_cast<std::size_t>(size), "%s",
                       analysis::figure_text(*static_cast<const analysis::Unit*>(unit), value).c_str());
}

/// ImPlot keeps a pointer until the plot is drawn, so the unit must outlive the call.
void* persistent(analysis::Unit unit) {
  static std::array<analysis::Unit, analysis::kUnitNames.size()> units{analysis::Unit::time, analysis::Unit::throughput,
                                                                       analysis::Unit::roofline};
  return &units[static_cast<std::size_t>(unit)];
}

/// Whether the mouse wheel zooms the plot in this frame; where the plot scrolls, that takes a key as well.
bool zooms() {
  const int key = ImPlot::GetInputMap().ZoomMod;
  return ImGui::GetIO().MouseWheel != 0 && (ImGui::GetIO().KeyMods & key) == key;
}

void draw_ring(const ImVec2& pixel, float thickness) {
  ImPlot::GetPlotDrawList()->AddCircle(pixel, ImGui::GetFontSize() * 0.45f, ImGui::GetColorU32(colours().selection), 0,
                                       thickness);
}

}  // namespace

Plot::Plot(const std::string& name, const ImVec2& size, ImPlotFlags flags)
    : moved_(ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(name.c_str()))),
      open_(ImPlot::BeginPlot(name.c_str(), size, ImPlotFlags_NoTitle | ImPlotFlags_NoMouseText | flags)) {}

Plot::~Plot() {
  if (!open_) return;
  if (ImPlot::IsPlotHovered()) {
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
      *moved_ = false;
    else if (zooms() || ImGui::IsMouseDragging(ImGuiMouseButton_Left) || ImGui::IsMouseDragging(ImGuiMouseButton_Right))
      *moved_ = true;
  }
  ImPlot::EndPlot();
}

void Plot::setup_axis(ImAxis axis, const char* label) const {
  ImPlot::SetupAxis(axis, label, *moved_ ? ImPlotAxisFlags_None : ImPlotAxisFlags_AutoFit);
}

void Plot::setup_figure_axis(ImAxis axis, analysis::Unit unit) const {
  setup_axis(axis, analysis::axis_label(unit).data());
  ImPlot::SetupAxisFormat(axis, format_figure, persistent(unit));
}

std::string plot_scope(const ViewModel& model) {
  return fmt::format("{}/{}/{}", model.group(), model.accuracy(), analysis::name_of(model.unit()));
}

void setup_named_axis(ImAxis axis, const std::vector<std::string>& names, const char* label) {
  ImPlot::SetupAxis(axis, label, ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_NoTickMarks);
  std::vector<const char*> texts;
  std::vector<double> positions;
  for (const std::string& name : names) {
    positions.push_back(static_cast<double>(texts.size()));
    texts.push_back(name.empty() ? "unknown" : name.c_str());
  }
  ImPlot::SetupAxisLimits(axis, -0.5, static_cast<double>(names.size()) - 0.5, ImPlotCond_Always);
  if (!texts.empty()) ImPlot::SetupAxisTicks(axis, positions.data(), static_cast<int>(texts.size()), texts.data());
}

void draw_points(const char* label, std::span<const analysis::PlotPoint> points, const ImVec4& colour, float size,
                 ImPlotMarker marker) {
  if (points.empty()) return;
  ImPlot::SetNextMarkerStyle(marker, size, colour, 0, colour);
  ImPlot::PlotScatter(label, &points.front().x, &points.front().y, static_cast<int>(points.size()), 0, 0,
                      sizeof(analysis::PlotPoint));
}

bool plot_clicked() {
  const ImGuiIO& io = ImGui::GetIO();
  const float still = io.MouseDragThreshold * io.MouseDragThreshold;
  return ImPlot::IsPlotHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
         io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < still;
}

const analysis::PlotPoint* nearest_point(std::span<const analysis::PlotPoint> points, float radius) {
  if (!ImPlot::IsPlotHovered()) return nullptr;
  const ImVec2 mouse = ImGui::GetMousePos();
  const analysis::PlotPoint* nearest = nullptr;
  float best = radius * radius * ImGui::GetFontSize() * ImGui::GetFontSize();
  for (const analysis::PlotPoint& point : points) {
    const ImVec2 pixel = ImPlot::PlotToPixels(point.x, point.y);
    const float x = pixel.x - mouse.x;
    const float y = pixel.y - mouse.y;
    if (x * x + y * y >= best) continue;
    best = x * x + y * y;
    nearest = &point;
  }
  return nearest;
}

void hover_points(ViewModel& model, std::span<const analysis::PlotPoint> points, const HoverOptions& options) {
  ImPlot::PushPlotClipRect();
  for (const analysis::PlotPoint& point : points)
    if (options.ring_selected && model.is_selected(point.index)) draw_ring(ImPlot::PlotToPixels(point.x, point.y), 2);
  if (locations_wanted())
    for (const analysis::PlotPoint& point : points)
      note_location(fmt::format("point of row {}", model.rows()[point.index].row),
                    ImPlot::PlotToPixels(point.x, point.y));
  const analysis::PlotPoint* nearest = nearest_point(points, options.radius);
  if (nearest != nullptr) draw_ring(ImPlot::PlotToPixels(nearest->x, nearest->y), 1);
  ImPlot::PopPlotClipRect();
  if (nearest == nullptr) return;
  draw_row_tooltip(model, nearest->index, options.note ? options.note(*nearest) : std::string());
  if (plot_clicked()) select_clicked(model, nearest->index);
}

void hover_points_and_others(ViewModel& model, std::span<const analysis::PlotPoint> points,
                             std::span<const analysis::PlotPoint> others,
                             const std::function<void(const analysis::PlotPoint&)>& tooltip, HoverOptions options) {
  const auto pixels_to = [](const analysis::PlotPoint& point) {
    const ImVec2 at = ImPlot::PlotToPixels(point.x, point.y);
    return std::hypot(at.x - ImGui::GetMousePos().x, at.y - ImGui::GetMousePos().y);
  };
  const analysis::PlotPoint* const own = nearest_point(points, options.radius);
  const analysis::PlotPoint* const other = nearest_point(others, options.radius);
  const bool is_other = other != nullptr && (own == nullptr || pixels_to(*other) <= pixels_to(*own));
  if (is_other) options.radius = 0;
  hover_points(model, points, options);
  if (!is_other) return;
  ImPlot::PushPlotClipRect();
  draw_ring(ImPlot::PlotToPixels(other->x, other->y), 1);
  ImPlot::PopPlotClipRect();
  tooltip(*other);
}

void draw_row_tooltip(const ViewModel& model, std::size_t index, const std::string& note) {
  const store::Row& row = model.rows()[index];
  if (!ImGui::BeginTooltip()) return;
  draw_text(row.variant);
  draw_text(store::workload_of(row), colours().quiet);
  std::string figures;
  for (const auto& unit : analysis::kUnitNames)
    if (const auto figure = analysis::figure_of(row, unit.value))
      figures += (figures.empty() ? "" : "  ·  ") + analysis::figure_text(unit.value, *figure) +
                 (unit.value == analysis::Unit::roofline ? " of the roofline" : "");
  draw_text(figures.empty() ? row.status : figures, figures.empty() ? colours().fault : class_colour(row.accuracy));
  if (const auto interval = analysis::interval_of(row, model.unit()))
    draw_text(fmt::format("95 % interval of the median: {} to {}", analysis::figure_text(model.unit(), interval->low),
                          analysis::figure_text(model.unit(), interval->high)),
              colours().quiet);
  if (const auto ratio = analysis::times_best_exact(*model.run(), index); ratio && ratio->ratio != 1)
    draw_text(fmt::format("{:.2f} times the best exact variant's time ({:.2f} to {:.2f})", ratio->ratio, ratio->ci.low,
                          ratio->ci.high),
              colours().quiet);
  if (!note.empty()) draw_text(note, colours().accent);
  draw_text("click selects, Ctrl+click adds", colours().quiet);
  ImGui::EndTooltip();
}

void draw_peer_tooltip(const analysis::Run& run, std::size_t group, const store::Row& peer, const std::string& note) {
  if (!ImGui::BeginTooltip()) return;
  draw_text(fmt::format("{}, {}", peer.variant, peer.choice("compiler")));
  draw_text(fmt::format("{}  ·  {}", store::workload_of(peer), peer.mode), colours().quiet);
  std::string figures = analysis::figure_text(analysis::Unit::time, *peer.median_ns);
  if (const auto gbps = analysis::figure_of(peer, analysis::Unit::throughput))
    figures += "  ·  " + analysis::figure_text(analysis::Unit::throughput, *gbps);
  draw_text(figures, colours().peer);
  if (const auto ratio = analysis::times_best_exact(run, group, peer))
    draw_text(fmt::format("{:.2f} times the best exact variant's time ({:.2f} to {:.2f})", ratio->ratio, ratio->ci.low,
                          ratio->ci.high),
              colours().quiet);
  if (peer.mismatches) draw_text(fmt::format("{} results inexact", *peer.mismatches), colours().quiet);
  if (!note.empty()) draw_text(note, colours().accent);
  ImGui::EndTooltip();
}

}  // namespace modlab::gui
