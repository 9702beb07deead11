#include "gui/runs/run_folder.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "harness/store/journal.h"
#include "harness/system/file.h"

namespace modlab::gui {
namespace {

namespace fs = std::filesystem;

/// run.csv is a journal, run.samples.csv belongs to one.
bool is_journal(const fs::path& path) { return path.extension() == ".csv" && path.stem().extension() != ".samples"; }

/// The journals of a folder, newest first.
std::vector<fs::path> journals_in(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  for (const fs::path& path : entries_of(folder)) {
    if (!is_journal(path)) continue;
    std::error_code unreadable;  // a file that disappears meanwhile is skipped
    const fs::file_time_type time = fs::last_write_time(path, unreadable);
    if (!unreadable) found.emplace_back(time, path);
  }
  std::ranges::sort(found, std::greater{});
  std::vector<fs::path> journals;
  for (auto& [time, path] : found) journals.push_back(std::move(path));
  return journals;
}

}  // namespace

std::optional<fs::path> newest_run(const fs::path& folder) {
  const std::vector<fs::path> journals = journals_in(folder);
  return journals.empty() ? std::nullopt : std::optional(journals.front());
}

std::vector<fs::path> reference_runs(const fs::path& folder) {
  std::vector<fs::path> runs;
  for (const fs::path& sibling : entries_of(folder.parent_path())) {
    if (sibling.filename() == folder.filename()) continue;
    for (fs::path& journal : journals_in(sibling)) {
      // Folders of results hold other tables too; a run has a context.
      std::error_code missing;
      if (fs::exists(store::context_path(journal), missing)) runs.push_back(std::move(journal));
    }
  }
  std::ranges::sort(runs);
  return runs;
}

std::vector<fs::path> known_runs(const fs::path& folder) {
  std::vector<fs::path> runs = journals_in(folder);
  std::ranges::move(reference_runs(folder), std::back_inserter(runs));
  return runs;
}

}  // namespace modlab::gui
