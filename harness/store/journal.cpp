#include "harness/store/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <functional>
#include <map>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "harness/store/csv.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"
#include "harness/system/console.h"
#include "harness/system/file.h"
#include "harness/system/file_reader.h"
#include "harness/system/host.h"
#include "harness/system/path.h"
#include "harness/system/visible_text.h"
#include "kernels/candidate.h"
#include "kernels/error.h"

namespace modlab::store {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSamples = ".samples.csv";

[[noreturn]] void throw_is_there(const fs::path& path) {
  throw Error(fmt::format("{}: is there already; name another file or remove it", path.string()));
}

void create_folder_of(const fs::path& journal) {
  std::error_code error;  // creating the file says what is wrong
  if (journal.has_parent_path()) fs::create_directories(journal.parent_path(), error);
}

FileLock lock_of(const fs::path& journal) {
  std::error_code error;
  if (fs::is_directory(journal, error))
    throw Error(fmt::format("{}: is a folder; name a file in it", journal.string()));
  if (is_irregular(journal))
    throw Error(fmt::format("{}: is a device or a pipe; a journal is a file", journal.string()));
  // A run that was killed while it started its worker keeps the lock until the worker's program is loaded.
  constexpr std::chrono::seconds kLastMoments{2};
  if (auto lock = FileLock::try_take(link_target(journal), kLastMoments)) return std::move(*lock);
  throw Error(fmt::format("{}: another process is writing it", journal.string()));
}

/// One of our columns, and its index in a file's header.
struct FileColumn {
  const Column* column;
  std::size_t index;
};

std::vector<FileColumn> find_columns(const CsvRecord& header) {
  std::vector<FileColumn> found;
  for (const Column& column : journal_columns()) {
    const auto at = std::ranges::find(header, column.name);
    if (at != header.end())
      found.push_back({&column, static_cast<std::size_t>(at - header.begin())});
    else if (column.since == 1)
      throw Error(fmt::format("it has no column '{}'", column.name));
  }
  return found;
}

std::size_t hash_of_first(std::size_t bytes, std::string_view text) {
  return std::hash<std::string_view>{}(text.substr(0, bytes));
}

/// What follows the mark; a default mark means the beginning.
JournalText parse_after(const JournalMark& mark, std::string_view text, const fs::path& path) {
  JournalText journal{.rows = {}, .damaged_bytes = 0, .mark = mark};
  CsvRecord& header = journal.mark.header;
  std::vector<FileColumn> columns;
  const auto take = [&](CsvRecord& record) -> std::optional<std::string> {
    if (header.empty()) {
      columns = find_columns(record);
      header = std::move(record);
      return std::nullopt;
    }
    if (record.size() != header.size())
      return fmt::format("{} fields where the header has {}", record.size(), header.size());
    Row row;
    for (const auto& [column, index] : columns)
      // Only a compiler says something in lines; a name with lines could pass for some of a summary's.
      if (!column->parse(row, column->name == "detail" ? record[index] : without_line_ends(record[index])))
        return fmt::format("'{}' does not fit column '{}'", record[index], column->name);
    journal.rows.push_back(std::move(row));
    return std::nullopt;
  };
  try {
    if (!header.empty()) columns = find_columns(header);
    const CsvExtent extent = read_csv(text.substr(mark.bytes), take);
    if (header.empty()) throw Error("it has no header");
    journal.mark.bytes += extent.whole_bytes;
    journal.damaged_bytes = extent.damaged_bytes;
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}{}", path.string(), header.empty() ? "not a modlab journal: " : "", error.what()));
  }
  journal.mark.records += journal.rows.size();
  journal.mark.hash = hash_of_first(journal.mark.bytes, text);
  return journal;
}

/// Whether a run was stopped before its journal had a whole header.
bool stopped_in_its_header(std::string_view text) {
  while (text.ends_with('\0')) text.remove_suffix(1);  // as a power cut leaves it
  return (journal_header() + '\n').starts_with(text);
}

/// The number of a row as we write it, which follows the name of its run.
std::uint64_t number_of_record(const std::string& record) {
  std::uint64_t number = 0;
  read_csv(record, [&](const CsvRecord& fields) -> std::optional<std::string> {
    if (fields.size() > 1) std::from_chars(fields[1].data(), fields[1].data() + fields[1].size(), number);
    return std::nullopt;
  });
  return number;
}

/// What somebody has left of a journal; nothing where it holds something else now.
std::vector<Row> rows_left_in(const AppendFile& file, const fs::path& journal) {
  const std::string text = file.content();
  try {
    return parse_journal(text, journal).rows;
  } catch (const Error&) {
    return {};
  }
}

/// run-2.csv of run.csv.
fs::path numbered(fs::path journal, int number) {
  return journal.replace_filename(
      path_of(fmt::format("{}-{}{}", journal.stem().string(), number, journal.extension().string())));
}

/// Also a link that leads nowhere yet.
bool is_there(const fs::path& path) {
  std::error_code missing;
  return fs::exists(fs::symlink_status(path, missing));
}

/// Whether a run has files of this name.
bool is_used(const fs::path& journal) {
  return std::ranges::any_of(std::array{journal, context_path(journal), samples_path(journal)}, is_there);
}

/// The first of run-2.csv, run-3.csv, ... that no run has files of.
fs::path next_name(const fs::path& journal) {
  int number = 2;
  while (is_used(numbered(journal, number))) ++number;
  return numbered(journal, number);
}

/// Rows are numbered, so a number that comes twice is of no single run.
void refuse_twins(const std::vector<Row>& rows, const fs::path& path) {
  std::unordered_map<std::uint64_t, const Row*> by_number;
  for (const Row& row : rows) {
    const auto [first, is_new] = by_number.try_emplace(row.row, &row);
    if (!is_new)
      throw Error(fmt::format("{}: row {} is there twice, as {} of {} and {} of {}; leave one in it", path.string(),
                              row.row, first->second->variant, workload_of(*first->second), row.variant,
                              workload_of(row)));
  }
}

}  // namespace

Journal::Journal(fs::path path) : path_(std::move(path)), lock_(lock_of(path_)) {}

Journal Journal::create(const fs::path& path) {
  check_name(path);
  create_folder_of(path);
  Journal journal(path);
  check_unused(path);
  auto file = AppendFile::try_create(link_target(path));
  if (!file) throw_is_there(path);
  journal.begin(*std::move(file));
  return journal;
}

Journal Journal::create_unused(const fs::path& path) {
  create_folder_of(path);
  while (true) {
    const fs::path name = unused_name(path);
    auto file = AppendFile::try_create(name);
    if (!file) continue;  // another process was faster
    Journal journal(name);
    journal.begin(*std::move(file));
    return journal;
  }
}

void Journal::begin(AppendFile file) {
  file_ = std::move(file);
  file_->append(journal_header() + '\n');
}

Journal Journal::resume(const fs::path& path) {
  check_name(path);
  Journal journal(path);
  JournalText before;
  if (const std::string text = read_text(path); !stopped_in_its_header(text)) before = parse_journal(text, path);
  if (before.rows.empty() && !fs::exists(context_path(path)) && has_samples(path))
    throw Error(fmt::format("{}: belongs to another run, because {} has no rows; name another file or remove it",
                            samples_path(path).string(), path.string()));
  for (const Row& row : before.rows) journal.size_ = std::max<std::size_t>(journal.size_ + 1, row.row);
  journal.removed_bytes_ = before.damaged_bytes;
  journal.replace([&](AppendFile& file) {
    file.append(journal_header() + '\n');  // also of a journal from before some columns
    for (const Row& row : before.rows) file.append(to_csv(row) + '\n');
  });
  return journal;
}

void Journal::append(Row& row) {
  keep_place();
  row.run = path_.stem().string();
  row.row = size_ + 1;
  row.utc = utc_now();
  file_->append(to_csv(row) + '\n');
  ++size_;
}

void Journal::sync() {
  keep_place();
  file_->sync();
}

void Journal::amend(const std::vector<Row>& changed) {
  std::map<std::uint64_t, const Row*> by_number;
  for (const Row& row : changed) by_number[row.row] = &row;
  keep_place();
  std::size_t added = 0;
  replace([&](AppendFile& file) {
    auto next = by_number.begin();
    const auto write_before = [&](std::uint64_t number) {
      for (; next != by_number.end() && next->first < number; ++next, ++added)
        file.append(to_csv(*next->second) + '\n');
    };
    FileReader before(path_);
    std::string record;
    if (read_record(before, record)) file.append(record);  // the header
    while (read_record(before, record)) {
      const std::uint64_t number = number_of_record(record);
      write_before(number);
      const bool is_changed = next != by_number.end() && next->first == number;
      file.append(is_changed ? to_csv(*(next++)->second) + '\n' : record);
    }
    write_before(size_ + 1);
  });
  lost_ -= std::min(lost_, added);
}

void Journal::keep_place() {
  if (!file_->is_whole_at(path_)) move_beside();
}

void Journal::move_beside() {
  const fs::path before = path_;
  const std::vector<Row> rows = rows_left_in(*file_, before);
  create_folder_of(before);
  std::optional<AppendFile> file;
  while (!file) file = AppendFile::try_create(path_ = next_name(before));
  lock_ = lock_of(path_);
  file->append(journal_header() + '\n');
  for (const Row& row : rows) file->append(to_csv(row) + '\n');
  file->sync();
  if (const auto context = modlab::read_if_there(context_path(before))) replace_file(context_path(path_), *context);
  file_ = std::move(file);
  lost_ = size_ - std::min(size_, rows.size());
  const std::string without = lost_ > 0 ? fmt::format(", without {} rows that are lost", lost_) : std::string();
  print_error("modlab", fmt::format("{}: was removed, replaced or cut while it was written; the run goes on in {}{}",
                                    before.string(), path_.string(), without));
}

void Journal::replace(const std::function<void(AppendFile&)>& write) {
  file_.reset();  // Windows does not replace an open file
  replace_file(path_, write);
  file_.emplace(path_, AppendFile::Start::at_end);
}

std::vector<Row> Journal::read_rows() const { return read_journal(path_).rows; }

JournalText read_journal(const fs::path& path) { return parse_journal(read_text(path), path); }

JournalText parse_journal(std::string_view text, const fs::path& path) {
  JournalText journal = parse_after({}, text, path);
  refuse_twins(journal.rows, path);
  return journal;
}

std::optional<JournalText> read_appended(const fs::path& path, const JournalMark& mark) {
  const std::string text = read_text(path);
  if (text.size() < mark.bytes || hash_of_first(mark.bytes, text) != mark.hash) return std::nullopt;
  try {
    return parse_after(mark, text, path);
  } catch (const Error&) {  // reading the whole file reports the line
    return std::nullopt;
  }
}

fs::path unused_name(const fs::path& journal) { return is_used(journal) ? next_name(journal) : journal; }

void check_name(const fs::path& journal) {
  const fs::path context = context_path(journal);
  const fs::path samples = samples_path(journal);
  if (is_same_file(journal, context) || is_same_file(journal, samples) || is_same_file(context, samples) ||
      journal.string().ends_with(kSamples))
    throw Error(fmt::format("{}: would be the run's context or samples; name a journal .csv", journal.string()));
}

void check_unused(const fs::path& journal) {
  if (fs::exists(journal)) throw_is_there(journal);  // a link to where it is to be is the user's
  for (const fs::path& path : {context_path(journal), samples_path(journal)})
    if (is_there(path)) throw_is_there(path);
}

fs::path context_path(const fs::path& journal) { return fs::path(journal).replace_extension(".json"); }

fs::path samples_path(const fs::path& journal) { return fs::path(journal).replace_extension(kSamples); }

}  // namespace modlab::store
