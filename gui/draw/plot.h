#pragma once

#include <implot.h>

#include <functional>
#include <limits>
#include <span>
#include <string>

#include "gui/runs/view_model.h"
#include "harness/analysis/thin.h"

namespace modlab::gui {

/// A plot that takes all the remaining space, or this height or size. It fits its data, also while that grows, until
/// the user zooms or pans; a double click fits it again. Its name must contain what it shows: another workload or unit
/// is another plot. Ends with the scope; false where nothing is to be drawn.
class Plot {
 public:
  explicit Plot(const std::string& name, float height = -1, ImPlotFlags flags = 0)
      : Plot(name, ImVec2(-1, height), flags) {}
  Plot(const std::string& name, const ImVec2& size, ImPlotFlags flags);
  ~Plot();
  Plot(const Plot&) = delete;
  Plot& operator=(const Plot&) = delete;
  explicit operator bool() const { return open_; }

  /// An axis of plain numbers.
  void setup_axis(ImAxis axis, const char* label) const;
  /// An axis of figures in the unit: "12.3 µs", "4086 GB/s".
  void setup_figure_axis(ImAxis axis, analysis::Unit unit) const;

 private:
  bool* moved_;  ///< by the user; ImGui stores it between frames
  bool open_;
};

/// What the plots show, as part of their names.
std::string plot_scope(const ViewModel& model);

/// Labels 0, 1, 2, … with names.
void setup_named_axis(ImAxis axis, const std::vector<std::string>& names, const char* label);

/// Draws points in one colour under one legend entry. Squares take a software driver a quarter of the time of circles.
void draw_points(const char* label, std::span<const analysis::PlotPoint> points, const ImVec4& colour,
                 float size = 2.5f, ImPlotMarker marker = ImPlotMarker_Square);

/// How close to a point the mouse must be to hover over it, in line heights.
inline constexpr float kHoverRadius = 1.2f;
inline constexpr float kAnyRadius = std::numeric_limits<float>::infinity();

/// The point nearest to the mouse; null where none is within the radius or the mouse is outside the plot.
const analysis::PlotPoint* nearest_point(std::span<const analysis::PlotPoint> points, float radius = kHoverRadius);

struct HoverOptions {
  bool ring_selected = true;
  float radius = kHoverRadius;
  std::function<std::string(const analysis::PlotPoint&)> note{};  ///< a line for the tooltip; may be null
};

/// Makes points interactive: selected rows get a ring, the one under the mouse a tooltip, and a click selects it (Ctrl
/// adds it to the selection). Called once per plot, after everything is drawn.
void hover_points(ViewModel& model, std::span<const analysis::PlotPoint> points, const HoverOptions& options = {});

/// The same for points that are rows of the run and others that are not: the nearest of both kinds has the mouse, and
/// `tooltip` draws that of one of the others.
void hover_points_and_others(ViewModel& model, std::span<const analysis::PlotPoint> points,
                             std::span<const analysis::PlotPoint> others,
                             const std::function<void(const analysis::PlotPoint&)>& tooltip, HoverOptions options = {});

/// True in the frame in which the plot was clicked, not dragged.
bool plot_clicked();

/// The tooltip of a row: what it is, its figures, a note, and what a click does.
void draw_row_tooltip(const ViewModel& model, std::size_t index, const std::string& note = {});

/// The same for a peer of another journal, beside the best exact variant of a group.
void draw_peer_tooltip(const analysis::Run& run, std::size_t group, const store::Row& peer,
                       const std::string& note = {});

}  // namespace modlab::gui
