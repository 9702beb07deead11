#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/runs/panel_layout.h"
#include "harness/analysis/unit.h"
#include "kernels/names.h"

namespace modlab::gui {

enum class Theme { dark, light };
inline constexpr std::array<Named<Theme>, 2> kThemeNames{{{Theme::dark, "dark"}, {Theme::light, "light"}}};
constexpr std::string_view name_of(Theme theme) { return name_in(kThemeNames, theme); }

/// Of a window's client area on the desktop, in the desktop's units.
struct Position {
  int x = 0;
  int y = 0;

  bool operator==(const Position&) const = default;
};

/// What the dashboard remembers between sessions.
struct Settings {
  Theme theme = Theme::dark;
  float zoom = 1;  ///< on top of the display's scale
  analysis::Unit unit = analysis::Unit::throughput;
  std::string panel;                  ///< the active one, which keys are for; empty for the first
  std::optional<PanelLayout> layout;  ///< nothing: the first of the built-in ones
  bool one_panel = false;             ///< the active one fills the window
  std::vector<NamedLayout> layouts;   ///< of the user's own
  int width = 1600;
  int height = 1000;
  std::optional<Position> position;  ///< nothing: the desktop chooses
  bool maximised = false;            ///< the three above are then the restored size and position

  bool operator==(const Settings&) const = default;
};

inline constexpr float kMinZoom = 0.6f;
inline constexpr float kMaxZoom = 2.5f;

/// The user's folder for settings: modlab in $XDG_CONFIG_HOME, ~/.config or %APPDATA%; empty where there is none, in
/// which case nothing is remembered.
std::filesystem::path settings_folder();

/// From dashboard.json in that folder. Defaults replace what is missing or broken; numbers are clamped to their range.
Settings read_settings(const std::filesystem::path& folder);

/// The same for the file's content.
Settings parse_settings(std::string_view text);
std::string settings_text(const Settings& settings);

/// Writes them there. Does nothing where the folder cannot be written.
void write_settings(const std::filesystem::path& folder, const Settings& settings);

}  // namespace modlab::gui
