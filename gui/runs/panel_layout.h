#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/names.h"

namespace modlab::gui {

/// How two parts of the window lie: beside each other, or one above the other.
enum class Split { columns, rows };
inline constexpr std::array<Named<Split>, 2> kSplitNames{{{Split::columns, "columns"}, {Split::rows, "rows"}}};
constexpr std::string_view name_of(Split split) { return name_in(kSplitNames, split); }

/// How panels share the window: one panel, or two parts, each of them a layout again. No panel occurs twice.
struct PanelLayout {
  std::string panel;  ///< where it has no parts
  Split split = Split::columns;
  float share = 0.5f;              ///< of the first part
  std::vector<PanelLayout> parts;  ///< none or two

  bool operator==(const PanelLayout&) const = default;
};

inline constexpr float kMinShare = 0.1f;

PanelLayout only(std::string_view panel);
PanelLayout beside(float share, PanelLayout left, PanelLayout right);
PanelLayout stacked(float share, PanelLayout upper, PanelLayout lower);

/// From left to right, from top to bottom.
std::vector<std::string> panels_in(const PanelLayout& layout);
[[nodiscard]] bool has_panel(const PanelLayout& layout, std::string_view panel);

/// Shows a panel in place of another. One that is shown elsewhere changes places with it.
void replace_panel(PanelLayout& layout, std::string_view old_panel, const std::string& panel);
/// Halves the part of a panel and shows another, which must be new, beside or below it.
void split_panel(PanelLayout& layout, std::string_view old_panel, Split split, const std::string& panel);
/// Gives the part of a panel to its neighbour; the last panel stays.
void close_panel(PanelLayout& layout, std::string_view panel);

/// Closes every panel that is not among these; false where none is left.
bool keep_panels(PanelLayout& layout, std::span<const std::string> panels);

/// A layout as it is kept in a file: a panel's name, or {"columns": [left, right], "share": 0.5}, or with "rows".
nlohmann::json layout_json(const PanelLayout& layout);
/// The same, without parts that are broken or repeated; nothing where none is left.
std::optional<PanelLayout> parse_layout(const nlohmann::json& json);

struct NamedLayout {
  std::string name;
  PanelLayout layout;

  bool operator==(const NamedLayout&) const = default;
};

/// Those that every user has; the first is what the dashboard opens with.
std::span<const NamedLayout> built_in_layouts();

}  // namespace modlab::gui
