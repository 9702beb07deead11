#pragma once

#include <implot.h>

#include <functional>
#include <limits>
#include <span>
#include <string>

#include "gui/analysis/thin.h"
#include "gui/runs/view_model.h"

namespace modlab {

/// A plot over all the room that is left, or so high. It shows all there is, also while that grows, until the user
/// zooms or moves it; a double click shows all again. What it is of belongs into its name: another workload or unit is
/// another plot. Ends with the scope; false where nothing is to be drawn.
class Plot {
 public:
  explicit Plot(const std::string& name, float height = -1, ImPlotFlags flags = 0);
  ~Plot();
  Plot(const Plot&) = delete;
  Plot& operator=(const Plot&) = delete;
  explicit operator bool() const { return open_; }

  /// An axis of plain numbers.
  void setup_axis(ImAxis axis, const char* label) const;
  /// One with figures in the unit, whatever their size: "12.3 µs", "4086 GB/s".
  void setup_figure_axis(ImAxis axis, Unit unit) const;

 private:
  bool* moved_;  ///< by the user; ImGui keeps it from frame to frame
  bool open_;
};

/// What tells plots of different things apart, for their names.
std::string plot_scope(const ViewModel& model);

/// Puts names instead of numbers at 0, 1, 2, …
void setup_named_axis(ImAxis axis, const std::vector<std::string>& names, const char* label);

/// Draws rows as dots of one colour and legend entry. A square takes a software driver a quarter of a circle's time.
void draw_points(const char* label, std::span<const PlotPoint> points, const ImVec4& colour, float size = 2.5f,
                 ImPlotMarker marker = ImPlotMarker_Square);

/// How near the mouse must be to a point that is to answer, in lines of text.
inline constexpr float kReach = 1.2f;
inline constexpr float kAnyReach = std::numeric_limits<float>::infinity();

/// The point that is nearest to the mouse; null where none is within reach, or the mouse is not in the plot.
const PlotPoint* nearest_point(std::span<const PlotPoint> points, float reach = kReach);

struct Answer {
  bool ring_selected = true;
  float reach = kReach;
  std::function<std::string(const PlotPoint&)> remark{};  ///< beside what the row has; may be empty
};

/// Makes rows of a plot answer: those that are selected get a ring, the one nearest to the mouse a tooltip, and a click
/// selects it, with Ctrl beside what is selected. Called once a plot, after all is drawn.
void answer_points(ViewModel& model, std::span<const PlotPoint> points, const Answer& answer = {});

/// True in the frame in which the plot was clicked rather than dragged.
bool plot_clicked();

/// The tooltip of a row: what it is, its figures, a remark of the plot's, and what to do with it.
void draw_row_tooltip(const ViewModel& model, std::size_t place, const std::string& remark = {});

}  // namespace modlab
