#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/row.h"
#include "harness/system/append_file.h"
#include "harness/system/file_lock.h"

namespace modlab::store {

/// A run's CSV while it is being written. Each row is in the file when append returns, so a killed run keeps its rows;
/// a power cut costs those since the last sync. Where the file cannot be written, everything throws WriteFailure, and
/// what was written before remains. Rows are kept in the file alone, so that a long run takes no more memory than a
/// short one.
///
/// Where somebody removes, replaces or cuts the file meanwhile, the journal goes on in a new one beside it, with the
/// rows that are left and the context, and says so on stderr.
class Journal {
 public:
  /// Creates the file and its folder. Throws Error when the path cannot be written, it or what belongs beside it exists
  /// already, or another process is writing it.
  static Journal create(const std::filesystem::path& path);

  /// Creates it under the first name like this one that is unused, whoever else does so at the same time.
  static Journal create_unused(const std::filesystem::path& path);

  /// Resumes a stopped run; a damaged end is removed. Throws Error when the file is not a journal, would be its own
  /// context or samples, has neither rows nor context but samples, or another process is writing it.
  static Journal resume(const std::filesystem::path& path);

  /// Numbers the row, sets its run and time, and writes it.
  void append(Row& row);

  /// Returns when every row is on the disk.
  void sync();

  /// Updates rows already written, found by their number, or writes them again where somebody has cut them off, with
  /// what became known later: tie set, roofline, confirmed figures. The file is replaced as a whole and synced, so a
  /// reader sees either the old rows or the new ones.
  void amend(const std::vector<Row>& changed);

  /// How many rows were written.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// How many of them somebody has cut off.
  [[nodiscard]] std::size_t lost() const { return lost_; }
  /// All rows, from the file.
  [[nodiscard]] std::vector<Row> read_rows() const;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Of the damaged end that was removed when the run was resumed.
  [[nodiscard]] std::size_t removed_bytes() const { return removed_bytes_; }

 private:
  explicit Journal(std::filesystem::path path);
  void begin(AppendFile file);
  void replace(const std::function<void(AppendFile&)>& write);
  void keep_place();
  void move_beside();

  std::filesystem::path path_;
  FileLock lock_;
  std::optional<AppendFile> file_;  ///< none while it is replaced
  std::size_t size_ = 0;            ///< and the number of the last row
  std::size_t lost_ = 0;
  std::size_t removed_bytes_ = 0;
};

/// How far a journal was read, to find out later whether it has only grown.
struct JournalMark {
  std::vector<std::string> header;
  std::size_t records = 0;  ///< below the header
  std::size_t bytes = 0;    ///< up to the end of the last record
  std::size_t hash = 0;     ///< of these bytes
};

struct JournalText {
  std::vector<Row> rows;
  std::size_t damaged_bytes = 0;  ///< at the end, left out: a line that was cut off, or what a power cut left
  JournalMark mark;
};

/// Reads a journal by its column names, so that further columns are ignored, up to its last whole row. Throws Error
/// naming the file, the line and the column when it is not a journal, or damaged before that row, and where it has a
/// row twice.
JournalText read_journal(const std::filesystem::path& path);

/// The same for a file's content; messages name the path.
JournalText parse_journal(std::string_view text, const std::filesystem::path& path);

/// Only the rows appended since, because parsing is most of the cost of reading. Nothing where the whole file must be
/// read again: what was read has changed, as by Journal::amend, or what follows is not a row. Throws Error where it
/// cannot be read.
std::optional<JournalText> read_appended(const std::filesystem::path& path, const JournalMark& mark);

/// The first of run.csv, run-2.csv, run-3.csv, ... that there is nothing of yet.
std::filesystem::path unused_name(const std::filesystem::path& journal);

/// Throws Error where a journal of this name would be its own context or samples.
void check_name(const std::filesystem::path& journal);

/// Throws Error where there is a journal of this name, or a context or samples beside it.
void check_unused(const std::filesystem::path& journal);

/// The files next to a journal: run.csv has run.json and run.samples.csv.
std::filesystem::path context_path(const std::filesystem::path& journal);
std::filesystem::path samples_path(const std::filesystem::path& journal);

}  // namespace modlab::store
