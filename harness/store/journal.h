#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/row.h"
#include "harness/system/file_lock.h"

namespace modlab {

/// A run's CSV while it is being written. Each row is in the file when append returns, so a killed run keeps its rows.
class Journal {
 public:
  /// Creates the file and its folder. Throws Error when the path cannot be written, already exists, or another process
  /// is writing it.
  static Journal create(const std::filesystem::path& path);

  /// Resumes a stopped run; a torn last line is removed. Throws Error when the file is not a journal, or another
  /// process is writing it.
  static Journal resume(const std::filesystem::path& path);

  /// Numbers the row, sets its run and time, and writes it.
  void append(Row& row);

  /// Updates rows already written, found by their number, with what became known later: tie set, roofline, confirmed
  /// figures. The file is replaced as a whole, so a reader sees either the old rows or the new ones.
  void amend(const std::vector<Row>& changed);

  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Whether the last line was torn when the run was resumed.
  [[nodiscard]] bool was_torn() const { return was_torn_; }

 private:
  explicit Journal(std::filesystem::path path);

  std::filesystem::path path_;
  FileLock lock_;
  std::ofstream file_;
  std::vector<Row> rows_;
  bool was_torn_ = false;
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
  bool torn = false;  ///< the last line was cut off and is left out
  JournalMark mark;
};

/// Reads a journal by its column names, so that further columns are ignored. Throws Error naming the file, the line and
/// the column when it is not a journal.
JournalText read_journal(const std::filesystem::path& path);

/// The same for a file's content; messages name the path.
JournalText parse_journal(std::string_view text, const std::filesystem::path& path);

/// Only the rows appended since, because parsing is most of the cost of reading. Nothing where the whole file must be
/// read again: what was read has changed, as by Journal::amend, or what follows is not a row. Throws Error where it
/// cannot be read.
std::optional<JournalText> read_appended(const std::filesystem::path& path, const JournalMark& mark);

/// The files next to a journal: run.csv has run.json and run.samples.csv.
std::filesystem::path context_path(const std::filesystem::path& journal);
std::filesystem::path samples_path(const std::filesystem::path& journal);

}  // namespace modlab
