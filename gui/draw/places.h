#pragma once

#include <imgui.h>

#include <string>

namespace modlab {

// Where things are in the window, for tests that point at them by name. While $MODLAB_GUI_PLACES names a file, it holds
// those of the last frame, a line each: the name, a tab, x, a tab, y.

[[nodiscard]] bool places_wanted();

/// Of the item that was drawn last: its middle.
void note_place(const std::string& name);
void note_place(const std::string& name, const ImVec2& at);

/// To be called after each frame; notes where the pointer is, too.
void write_places();

}  // namespace modlab
