#pragma once

#include <filesystem>

#include "gui/dashboard.h"
#include "gui/view_model.h"

namespace modlab {

/// Shows the dashboard in a window of this platform until the user closes it, and keeps its settings in the folder.
/// Throws Error where there is no display.
void run_window(ViewModel& model, Dashboard& dashboard, const std::filesystem::path& settings_folder);

/// Draws the dashboard in a hidden window, 1600 x 1000 pixels, as soon as all it shows has been read and worked out,
/// and writes the picture. Throws Error where there is no display or the picture cannot be written.
void take_screenshot(Dashboard& dashboard, const std::filesystem::path& path);

}  // namespace modlab
