#pragma once

#include <imgui.h>

#include <string>

namespace modlab::gui {

// Where things are in the window, for tests that click on them by name. If $MODLAB_GUI_LOCATIONS names a file, it holds
// those of the last frame, one per line: name, tab, x, tab, y.

[[nodiscard]] bool locations_wanted();

/// The centre of the item that was drawn last.
void note_location(const std::string& name);
void note_location(const std::string& name, const ImVec2& at);

/// To be called after each frame. Adds the location of the pointer.
void write_locations();

}  // namespace modlab::gui
