#include "harness/store/results_folder.h"

#include <system_error>

#include "harness/system/environment.h"
#include "harness/system/file.h"

namespace modlab {
namespace {

namespace fs = std::filesystem;

/// Empty where the user has none.
fs::path data_folder() {
#if defined(_WIN32)
  const fs::path base = environment_path("LOCALAPPDATA");
#else
  fs::path base = environment_path("XDG_DATA_HOME");
  if (const fs::path home = environment_path("HOME"); !base.is_absolute())  // the specification says to ignore it then
    base = home.empty() ? home : home / ".local" / "share";
#endif
  return base.empty() ? base : base / "modlab";
}

/// Whether the folder, or what would be the first to be created of it, takes new files.
bool can_be_written(fs::path folder) {
  std::error_code missing;
  while (!folder.empty() && !fs::exists(folder, missing)) folder = folder.parent_path();
  return can_create_files_in(folder.empty() ? fs::path(".") : folder);
}

}  // namespace

fs::path results_folder() {
  if (fs::path chosen = environment_path("MODLAB_RESULTS_DIR"); !chosen.empty()) return chosen;
  fs::path here = fs::path("results") / "runs";
  const fs::path own = data_folder();
  return own.empty() || can_be_written(here) ? here : own / "runs";
}

}  // namespace modlab
