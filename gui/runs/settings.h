#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gui/analysis/unit.h"
#include "kernels/names.h"

namespace modlab {

enum class Theme { dark, light };
inline constexpr std::array<Named<Theme>, 2> kThemeNames{{{Theme::dark, "dark"}, {Theme::light, "light"}}};
constexpr std::string_view name_of(Theme theme) { return name_in(kThemeNames, theme); }

/// Of a window's inside on the desktop, in the desktop's units.
struct Position {
  int x = 0;
  int y = 0;

  bool operator==(const Position&) const = default;
};

/// What the window remembers from one start to the next.
struct Settings {
  Theme theme = Theme::dark;
  float zoom = 1;  ///< on top of the display's own scale
  Unit unit = Unit::throughput;
  std::string panel;   ///< the one in front; empty for the first
  bool split = false;  ///< a second panel beside it
  std::string second_panel;
  int width = 1600;
  int height = 1000;
  std::optional<Position> position;  ///< nothing leaves it to the desktop
  bool maximised = false;            ///< and the three above are what it goes back to

  bool operator==(const Settings&) const = default;
};

inline constexpr float kLeastZoom = 0.6f;
inline constexpr float kMostZoom = 2.5f;

/// The user's folder for settings: modlab in $XDG_CONFIG_HOME, ~/.config or %APPDATA%; empty where there is none, and
/// then nothing is remembered.
std::filesystem::path settings_folder();

/// From dashboard.json of that folder. What is missing, broken or out of range is the default's.
Settings read_settings(const std::filesystem::path& folder);

/// Keeps them there. A folder that cannot be written costs the memory, nothing else.
void write_settings(const std::filesystem::path& folder, const Settings& settings);

}  // namespace modlab
