#include "harness/cli/read_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "harness/system/console.h"
#include "harness/system/path.h"

namespace modlab::cli {
namespace {

void report(const std::filesystem::path& journal, std::size_t bytes, std::string_view fate) {
  if (bytes > 0)
    print_error("modlab", fmt::format("{}: the last {} bytes are incomplete or damaged and were {}", journal.string(),
                                      bytes, fate));
}

}  // namespace

std::vector<store::Row> read_rows(const std::filesystem::path& journal) {
  store::JournalText text = store::read_journal(journal);
  report(journal, text.damaged_bytes, "ignored");
  return std::move(text.rows);
}

report::RunFiles read_run(const std::string& journal) {
  const std::filesystem::path path = path_of(journal);
  return {.path = journal, .rows = read_rows(path), .context = store::read_context(path)};
}

std::vector<report::RunFiles> read_runs(const std::vector<std::string>& files) {
  std::vector<report::RunFiles> runs;
  for (const std::string& file : files)
    if (!file.ends_with(".samples.csv")) runs.push_back(read_run(file));
  return runs;
}

session::Paths files_of_runs(const std::vector<std::string>& journals) {
  session::Paths files;
  for (const std::string& journal : journals)
    if (!journal.empty()) std::ranges::move(session::files_of_run(path_of(journal)), std::back_inserter(files));
  return files;
}

void report_removed(const store::Journal& journal) { report(journal.path(), journal.removed_bytes(), "removed"); }

}  // namespace modlab::cli
