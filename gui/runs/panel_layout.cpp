#include "gui/runs/panel_layout.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace modlab::gui {
namespace {

PanelLayout halves(Split split, float share, PanelLayout first, PanelLayout second) {
  PanelLayout layout{.panel = {}, .split = split, .share = share, .parts = {}};
  layout.parts.push_back(std::move(first));
  layout.parts.push_back(std::move(second));
  return layout;
}

/// The part that shows a panel, or null.
PanelLayout* part_of(PanelLayout& layout, std::string_view panel) {
  if (layout.parts.empty()) return layout.panel == panel ? &layout : nullptr;
  for (PanelLayout& part : layout.parts)
    if (PanelLayout* found = part_of(part, panel)) return found;
  return nullptr;
}

std::optional<PanelLayout> parse(const nlohmann::json& json, std::set<std::string>& seen, int depth) {
  constexpr int kMaxDepth = 16;  // deeper than there are panels
  if (depth > kMaxDepth) return std::nullopt;
  if (json.is_string()) {
    const auto [panel, is_new] = seen.insert(json.get<std::string>());
    if (!is_new || panel->empty()) return std::nullopt;
    return only(*panel);
  }
  if (!json.is_object()) return std::nullopt;
  for (const auto& split : kSplitNames) {
    const auto parts = json.find(split.name);
    if (parts == json.end() || !parts->is_array() || parts->size() != 2) continue;
    std::optional<PanelLayout> first = parse((*parts)[0], seen, depth + 1);
    std::optional<PanelLayout> second = parse((*parts)[1], seen, depth + 1);
    if (!first || !second) return first ? first : second;
    const auto share = json.find("share");
    const float part = share != json.end() && share->is_number() ? share->get<float>() : 0.5f;
    return halves(split.value, std::clamp(part, kMinShare, 1 - kMinShare), std::move(*first), std::move(*second));
  }
  return std::nullopt;
}

}  // namespace

PanelLayout only(std::string_view panel) {
  PanelLayout layout;
  layout.panel = panel;
  return layout;
}

PanelLayout beside(float share, PanelLayout left, PanelLayout right) {
  return halves(Split::columns, share, std::move(left), std::move(right));
}

PanelLayout stacked(float share, PanelLayout upper, PanelLayout lower) {
  return halves(Split::rows, share, std::move(upper), std::move(lower));
}

std::vector<std::string> panels_in(const PanelLayout& layout) {
  if (layout.parts.empty()) return {layout.panel};
  std::vector<std::string> panels;
  for (const PanelLayout& part : layout.parts) std::ranges::move(panels_in(part), std::back_inserter(panels));
  return panels;
}

bool has_panel(const PanelLayout& layout, std::string_view panel) {
  return layout.parts.empty()
             ? layout.panel == panel
             : std::ranges::any_of(layout.parts, [&](const PanelLayout& part) { return has_panel(part, panel); });
}

void replace_panel(PanelLayout& layout, std::string_view old_panel, const std::string& panel) {
  PanelLayout* from = part_of(layout, old_panel);
  PanelLayout* to = part_of(layout, panel);
  if (from == nullptr || from == to) return;
  if (to != nullptr) to->panel = from->panel;
  from->panel = panel;
}

void split_panel(PanelLayout& layout, std::string_view old_panel, Split split, const std::string& panel) {
  if (PanelLayout* part = part_of(layout, old_panel)) *part = halves(split, 0.5f, only(old_panel), only(panel));
}

void close_panel(PanelLayout& layout, std::string_view panel) {
  if (layout.parts.empty()) return;
  for (std::size_t i = 0; i < layout.parts.size(); ++i) {
    if (layout.parts[i].parts.empty() && layout.parts[i].panel == panel) {
      PanelLayout neighbour = std::move(layout.parts[1 - i]);
      layout = std::move(neighbour);
      return;
    }
  }
  for (PanelLayout& part : layout.parts) close_panel(part, panel);
}

bool keep_panels(PanelLayout& layout, std::span<const std::string> panels) {
  const auto is_kept = [&](const std::string& panel) { return std::ranges::find(panels, panel) != panels.end(); };
  for (const std::string& panel : panels_in(layout))
    if (!is_kept(panel)) close_panel(layout, panel);
  return !layout.parts.empty() || is_kept(layout.panel);
}

nlohmann::json layout_json(const PanelLayout& layout) {
  if (layout.parts.empty()) return layout.panel;
  return {{name_of(layout.split), {layout_json(layout.parts[0]), layout_json(layout.parts[1])}},
          {"share", layout.share}};
}

std::optional<PanelLayout> parse_layout(const nlohmann::json& json) {
  std::set<std::string> seen;
  return parse(json, seen, 0);
}

std::span<const NamedLayout> built_in_layouts() {
  static const std::vector<NamedLayout> layouts{
      {"overview", beside(0.56f, stacked(0.5f, only("leaderboard"), only("inspector")),
                          stacked(0.5f, only("heatmap"), only("effect")))},
      {"choices", stacked(0.5f, only("parallel"), beside(0.5f, only("importance"), only("heatmap")))},
      {"search", beside(0.5f, stacked(0.5f, only("progress"), only("regret")),
                        stacked(0.5f, only("leaderboard"), only("parallel")))},
      {"trust", beside(0.5f, stacked(0.5f, only("leaderboard"), only("samples")),
                       stacked(0.5f, only("accuracy"), only("context")))},
      {"limits", stacked(0.5f, only("roofline"), beside(0.5f, only("leaderboard"), only("compare")))},
      {"two kernels", stacked(0.35f, only("leaderboard"), only("difference"))},
  };
  return layouts;
}

}  // namespace modlab::gui
