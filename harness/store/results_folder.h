#pragma once

#include <filesystem>

namespace modlab::store {

/// Where runs are kept unless the user names a file: $MODLAB_RESULTS_DIR; without it results/runs below the current
/// folder; and where that cannot be written, as below C:\Program Files, `runs` in the user's own folder for modlab's
/// data: %LOCALAPPDATA%\modlab, or modlab in $XDG_DATA_HOME or ~/.local/share.
std::filesystem::path results_folder();

}  // namespace modlab::store
