#include "harness/cli/read_rows.h"

#include <fmt/format.h>

#include <string_view>
#include <system_error>

#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab {
namespace {

void report(const std::filesystem::path& journal, std::size_t bytes, std::string_view fate) {
  if (bytes > 0)
    fmt::print(stderr, "modlab: {}: the last {} bytes are incomplete or damaged and were {}\n", journal.string(), bytes,
               fate);
}

}  // namespace

std::vector<Row> read_rows(const std::filesystem::path& journal) {
  JournalText text = read_journal(journal);
  report(journal, text.damaged_bytes, "ignored");
  return std::move(text.rows);
}

RunFiles read_run(const std::string& journal) {
  const std::filesystem::path path = path_of(journal);
  return {.path = journal, .rows = read_rows(path), .context = read_context(path)};
}

std::vector<RunFiles> read_runs(const std::vector<std::string>& files) {
  std::vector<RunFiles> runs;
  for (const std::string& file : files)
    if (!file.ends_with(".samples.csv")) runs.push_back(read_run(file));
  return runs;
}

void refuse_as_output(const std::string& out, const std::vector<std::string>& inputs) {
  std::error_code missing;
  for (const std::string& input : inputs)
    if (std::filesystem::equivalent(path_of(out), path_of(input), missing))
      throw Error(fmt::format("{}: is one of the runs; name another file with --out", out));
}

void report_removed(const Journal& journal) { report(journal.path(), journal.removed_bytes(), "removed"); }

}  // namespace modlab
