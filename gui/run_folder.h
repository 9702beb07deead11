#pragma once

#include <filesystem>
#include <optional>

namespace modlab {

/// Where runs are kept when nobody says otherwise: MODLAB_RESULTS_DIR, or results/runs below the current directory.
std::filesystem::path run_folder();

/// The journal in this folder that was written to last; nothing where there is none.
std::optional<std::filesystem::path> newest_run(const std::filesystem::path& folder);

}  // namespace modlab
