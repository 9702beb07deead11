#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace modlab::gui {

/// The most recently written journal of this folder, if there is one.
std::optional<std::filesystem::path> newest_run(const std::filesystem::path& folder);

/// Runs to look at before the user has any: those that the project keeps in the sibling folders of this one.
std::vector<std::filesystem::path> reference_runs(const std::filesystem::path& folder);

/// The folder's own runs, newest first, then the reference runs.
std::vector<std::filesystem::path> known_runs(const std::filesystem::path& folder);

}  // namespace modlab::gui
