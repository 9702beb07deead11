#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace modlab {

/// Where runs are kept when nobody says otherwise: MODLAB_RESULTS_DIR, or results/runs below the current directory.
std::filesystem::path run_folder();

/// The journal in this folder that was written to last; nothing where there is none.
std::optional<std::filesystem::path> newest_run(const std::filesystem::path& folder);

/// Runs to look at before there are any of one's own: those that the project keeps in the folders beside this one.
std::vector<std::filesystem::path> reference_runs(const std::filesystem::path& folder);

/// All of them: the folder's own, the newest first, then the reference runs.
std::vector<std::filesystem::path> known_runs(const std::filesystem::path& folder);

}  // namespace modlab
