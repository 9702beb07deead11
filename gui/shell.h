#pragma once

#include <filesystem>
#include <optional>

#include "gui/dashboard.h"
#include "gui/view_model.h"

namespace modlab {

/// Shows the dashboard in a window of this platform until the user closes it. With a screenshot's path it draws the
/// dashboard in a hidden window instead, writes the picture and returns. Throws Error where there is no display or the
/// picture cannot be written.
void run_shell(ViewModel& model, Dashboard& dashboard, const std::optional<std::filesystem::path>& screenshot);

}  // namespace modlab
