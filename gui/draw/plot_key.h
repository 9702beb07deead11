#pragma once

#include <imgui.h>
#include <implot.h>

#include <set>
#include <span>
#include <string>

namespace modlab::gui {

/// A circle that is not filled, which ImPlot has no marker for.
inline constexpr ImPlotMarker kRing = ImPlotMarker_COUNT;

/// How a limit's upright line is drawn.
enum class Stroke { none, solid, dashed, dotted };

/// How points or limits of one kind look.
struct KeyEntry {
  std::string name;
  ImVec4 colour{};
  ImPlotMarker marker = ImPlotMarker_Square;
  float size = 4;                ///< of the marker, in pixels from its centre
  Stroke stroke = Stroke::none;  ///< of a limit, which has no marker
};

/// Draws what the entries look like, with their names, in as many lines as the width needs: ImPlot's own legend shows
/// every marker as the same box, and does not wrap. A click adds the name to `hidden` or removes it.
void draw_key(std::span<const KeyEntry> entries, std::set<std::string>& hidden);

/// An upright line with the entry's stroke.
void draw_limit(ImDrawList& list, float x, float top, float bottom, const KeyEntry& entry);

/// The markers of peers, one per program; they repeat after some.
ImPlotMarker peer_marker(std::size_t peer);

}  // namespace modlab::gui
