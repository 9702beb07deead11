#include "harness/cli/read_rows.h"

#include <fmt/format.h>

namespace modlab {

std::vector<Row> read_rows(const std::filesystem::path& journal) {
  JournalText text = read_journal(journal);
  if (text.torn) fmt::print(stderr, "modlab: {}: the last line is incomplete and was ignored\n", journal.string());
  return std::move(text.rows);
}

void report_torn(const Journal& journal) {
  if (journal.was_torn())
    fmt::print(stderr, "modlab: {}: the last line was incomplete and was removed\n", journal.path().string());
}

}  // namespace modlab
