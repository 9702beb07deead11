#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace modlab {

/// Where what a panel shows is written to, without the ending: exports/RUN-PANEL in the folder of runs. A folder of its
/// own, because a table among the journals would pass for a run.
std::filesystem::path export_path(const std::filesystem::path& run_folder, const std::filesystem::path& journal,
                                  std::string_view panel);

/// Writes a file and the folders above it. Throws Error where it cannot.
void export_text(const std::filesystem::path& path, const std::string& text);

}  // namespace modlab
