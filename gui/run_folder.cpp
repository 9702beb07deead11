#include "gui/run_folder.h"

#include <cstdlib>
#include <system_error>

namespace modlab {
namespace {

namespace fs = std::filesystem;

/// run.csv is a journal, run.samples.csv belongs to one.
bool is_journal(const fs::path& path) { return path.extension() == ".csv" && path.stem().extension() != ".samples"; }

}  // namespace

fs::path run_folder() {
  const char* chosen = std::getenv("MODLAB_RESULTS_DIR");
  return chosen != nullptr && *chosen != '\0' ? fs::path(chosen) : fs::path("results") / "runs";
}

std::optional<fs::path> newest_run(const fs::path& folder) {
  std::optional<fs::path> newest;
  fs::file_time_type newest_time{};
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unreadable;  // a file that goes away while we look costs only itself
    const fs::file_time_type time = entry->last_write_time(unreadable);
    if (unreadable || !is_journal(entry->path()) || (newest && time <= newest_time)) continue;
    newest = entry->path();
    newest_time = time;
  }
  return newest;
}

}  // namespace modlab
