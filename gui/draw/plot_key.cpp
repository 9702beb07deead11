#include "gui/draw/plot_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gui/draw/locations.h"
#include "gui/draw/style.h"

namespace modlab::gui {
namespace {

/// As ImPlot draws it.
void draw_marker(ImDrawList& list, const ImVec2& at, ImPlotMarker marker, float size, ImU32 ink) {
  switch (marker) {
    case kRing: list.AddCircle(at, size, ink, 0, 1.5f); break;
    case ImPlotMarker_Circle: list.AddCircleFilled(at, size, ink); break;
    case ImPlotMarker_Diamond:
      list.AddQuadFilled({at.x, at.y - size}, {at.x + size, at.y}, {at.x, at.y + size}, {at.x - size, at.y}, ink);
      break;
    case ImPlotMarker_Up:
      list.AddTriangleFilled({at.x, at.y - size}, {at.x + size, at.y + size / 2}, {at.x - size, at.y + size / 2}, ink);
      break;
    case ImPlotMarker_Down:
      list.AddTriangleFilled({at.x, at.y + size}, {at.x - size, at.y - size / 2}, {at.x + size, at.y - size / 2}, ink);
      break;
    case ImPlotMarker_Left:
      list.AddTriangleFilled({at.x - size, at.y}, {at.x + size / 2, at.y - size}, {at.x + size / 2, at.y + size}, ink);
      break;
    case ImPlotMarker_Right:
      list.AddTriangleFilled({at.x + size, at.y}, {at.x - size / 2, at.y + size}, {at.x - size / 2, at.y - size}, ink);
      break;
    case ImPlotMarker_Cross:
      list.AddLine({at.x - size, at.y - size}, {at.x + size, at.y + size}, ink, 2);
      list.AddLine({at.x - size, at.y + size}, {at.x + size, at.y - size}, ink, 2);
      break;
    default: list.AddRectFilled({at.x - size, at.y - size}, {at.x + size, at.y + size}, ink);
  }
}

}  // namespace

void draw_limit(ImDrawList& list, float x, float top, float bottom, const KeyEntry& entry) {
  const ImU32 ink = ImGui::GetColorU32(entry.colour);
  const float font = ImGui::GetFontSize();
  const float dash =
      entry.stroke == Stroke::solid ? bottom - top : font * (entry.stroke == Stroke::dashed ? 0.4f : 0.15f);
  const float pitch = dash + font * 0.2f;
  for (float from = top; from < bottom; from += pitch)
    list.AddLine({x, from}, {x, std::min(from + dash, bottom)}, ink, font / 7);
}

void draw_key(std::span<const KeyEntry> entries, std::set<std::string>& hidden) {
  const float font = ImGui::GetFontSize();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  bool first = true;
  for (const KeyEntry& entry : entries) {
    const ImVec2 size{font * 1.1f + ImGui::CalcTextSize(entry.name.c_str()).x, font * 1.15f};
    if (!first) {
      ImGui::SameLine(0, font);
      if (ImGui::GetCursorScreenPos().x + size.x > right) ImGui::NewLine();
    }
    first = false;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton(entry.name.c_str(), size) && hidden.erase(entry.name) == 0) hidden.insert(entry.name);
    note_location(fmt::format("key {}", entry.name));
    const bool hovered = ImGui::IsItemHovered();
    KeyEntry shown = entry;
    ImVec4 ink = hovered ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : colours().quiet;
    if (hidden.contains(entry.name)) shown.colour.w = ink.w = 0.35f;
    const ImVec2 centre{at.x + font * 0.4f, at.y + size.y / 2};
    if (entry.stroke != Stroke::none)
      draw_limit(list, centre.x, at.y + 1, at.y + size.y - 1, shown);
    else
      draw_marker(list, centre, entry.marker, entry.size, ImGui::GetColorU32(shown.colour));
    list.AddText({at.x + font, at.y + (size.y - font) / 2}, ImGui::GetColorU32(ink), entry.name.c_str());
    if (hovered) ImGui::SetTooltip("click %s", hidden.contains(entry.name) ? "shows it" : "hides it");
  }
}

ImPlotMarker peer_marker(std::size_t peer) {
  constexpr std::array<ImPlotMarker, 6> kMarkers{ImPlotMarker_Up,   ImPlotMarker_Down,  ImPlotMarker_Circle,
                                                 ImPlotMarker_Left, ImPlotMarker_Right, ImPlotMarker_Cross};
  return kMarkers[peer % kMarkers.size()];
}

}  // namespace modlab::gui
