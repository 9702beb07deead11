#include "harness/store/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>
#include <system_error>

#include "harness/store/csv.h"
#include "harness/system/file.h"
#include "harness/system/host.h"
#include "kernels/error.h"

namespace modlab {
namespace {

namespace fs = std::filesystem;

void write_line(std::ofstream& file, const fs::path& path, const std::string& line) {
  file << line << '\n' << std::flush;
  if (!file) throw Error(fmt::format("{}: cannot be written; is the disk full?", path.string()));
}

FileLock lock_of(const fs::path& journal) {
  if (auto lock = FileLock::try_take(journal)) return std::move(*lock);
  throw Error(fmt::format("{}: another process is writing it", journal.string()));
}

/// One of our columns, and its index in a file's header.
struct FileColumn {
  const Column* column;
  std::size_t index;
};

std::vector<FileColumn> find_columns(const std::vector<std::string>& header, const fs::path& path) {
  std::vector<FileColumn> found;
  for (const Column& column : journal_columns()) {
    const auto at = std::ranges::find(header, column.name);
    if (at != header.end())
      found.push_back({&column, static_cast<std::size_t>(at - header.begin())});
    else if (!column.added_later)
      throw Error(fmt::format("{}: not a modlab journal: it has no column '{}'", path.string(), column.name));
  }
  return found;
}

std::size_t hash_of_first(std::size_t bytes, std::string_view text) {
  return std::hash<std::string_view>{}(text.substr(0, bytes));
}

/// What follows the mark; a default mark means the beginning.
JournalText parse_after(const JournalMark& mark, std::string_view text, const fs::path& path) {
  CsvTable table;
  try {
    table = parse_csv(text.substr(mark.bytes));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: not a modlab journal: {}", path.string(), error.what()));
  }
  JournalText journal{.rows = {}, .torn = table.torn, .mark = mark};
  std::span<const std::vector<std::string>> records = table.records;
  if (mark.header.empty()) {
    if (records.empty()) throw Error(fmt::format("{}: not a modlab journal: it has no header", path.string()));
    journal.mark.header = records.front();
    records = records.subspan(1);
  }
  const std::vector<FileColumn> columns = find_columns(journal.mark.header, path);
  for (const std::vector<std::string>& record : records) {
    const std::size_t number = ++journal.mark.records;
    if (record.size() != journal.mark.header.size())
      throw Error(fmt::format("{}: record {}: {} fields where the header has {}", path.string(), number, record.size(),
                              journal.mark.header.size()));
    Row row;
    for (const auto& [column, index] : columns)
      if (!column->parse(row, record[index]))
        throw Error(fmt::format("{}: record {}: '{}' does not fit column '{}'", path.string(), number, record[index],
                                column->name));
    journal.rows.push_back(std::move(row));
  }
  journal.mark.bytes += table.whole_bytes;
  journal.mark.hash = hash_of_first(journal.mark.bytes, text);
  return journal;
}

}  // namespace

Journal::Journal(fs::path path) : path_(std::move(path)), lock_(lock_of(path_)) {}

Journal Journal::create(const fs::path& path) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (fs::exists(path, error))
    throw Error(fmt::format("{}: already holds a run; name another file or remove it", path.string()));
  Journal journal(path);
  journal.file_.open(path, std::ios::binary);
  if (!journal.file_) throw Error(fmt::format("{}: cannot be written; name another file with --out", path.string()));
  write_line(journal.file_, path, journal_header());
  return journal;
}

Journal Journal::resume(const fs::path& path) {
  Journal journal(path);
  const bool stopped_in_its_header = (journal_header() + '\n').starts_with(read_file(path));
  if (!stopped_in_its_header) {
    JournalText text = read_journal(path);
    journal.rows_ = std::move(text.rows);
    journal.was_torn_ = text.torn;
  }
  journal.amend({});  // removes a torn line, and adds columns that are new
  return journal;
}

void Journal::append(Row& row) {
  row.run = path_.stem().string();
  row.row = rows_.size() + 1;
  row.utc = utc_now();
  write_line(file_, path_, to_csv(row));
  rows_.push_back(row);
}

void Journal::amend(const std::vector<Row>& changed) {
  for (const Row& row : changed) rows_.at(row.row - 1) = row;
  std::string text = journal_header() + '\n';
  for (const Row& row : rows_) text.append(to_csv(row)).append("\n");
  file_.close();  // Windows does not replace an open file
  replace_file(path_, text);
  file_.open(path_, std::ios::binary | std::ios::app);
}

JournalText read_journal(const fs::path& path) { return parse_journal(read_file(path), path); }

JournalText parse_journal(std::string_view text, const fs::path& path) { return parse_after({}, text, path); }

std::optional<JournalText> read_appended(const fs::path& path, const JournalMark& mark) {
  const std::string text = read_file(path);
  if (text.size() < mark.bytes || hash_of_first(mark.bytes, text) != mark.hash) return std::nullopt;
  try {
    return parse_after(mark, text, path);
  } catch (const Error&) {  // reading the whole file reports the line
    return std::nullopt;
  }
}

fs::path context_path(const fs::path& journal) { return fs::path(journal).replace_extension(".json"); }

fs::path samples_path(const fs::path& journal) { return fs::path(journal).replace_extension(".samples.csv"); }

}  // namespace modlab
