#include "harness/store/results_folder.h"

#include "harness/system/environment.h"
#include "harness/system/file.h"
#include "kernels/error.h"

namespace modlab::store {
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

bool takes_files(const fs::path& folder) try {
  check_creatable(folder / "run.csv");
  return true;
} catch (const Error&) {
  return false;
}

}  // namespace

fs::path results_folder() {
  if (fs::path chosen = environment_path("MODLAB_RESULTS_DIR"); !chosen.empty()) return chosen;
  fs::path here = fs::path("results") / "runs";
  const fs::path own = data_folder();
  return own.empty() || takes_files(here) ? here : own / "runs";
}

}  // namespace modlab::store
