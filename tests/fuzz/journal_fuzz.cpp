#include "harness/store/journal.h"
#include "tests/fuzz/fuzz.h"

namespace modlab {
namespace {

/// As Journal::resume writes it.
std::string journal_text(const std::vector<store::Row>& rows) {
  std::string text = store::journal_header() + '\n';
  for (const store::Row& row : rows) text.append(store::to_csv(row)).append("\n");
  return text;
}

}  // namespace

void fuzz(std::string_view input) {
  const auto journal = unless_refused([&] { return store::parse_journal(input, "run.csv"); });
  if (!journal) return;
  require(journal->mark.bytes <= input.size(), "the rows end within the file");
  require(journal->rows.size() == journal->mark.records, "a row per record");
  const std::string text = journal_text(journal->rows);
  const store::JournalText again = store::parse_journal(text, "run.csv");
  require(again.mark.bytes == text.size(), "what is written is read to its end");
  require(journal_text(again.rows) == text, "rows are read as they were written");
}

}  // namespace modlab
