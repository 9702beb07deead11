#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/axis_table.h"
#include "harness/report/compare.h"
#include "harness/store/journal.h"
#include "harness/store/row.h"
#include "harness/store/row_notes.h"

namespace modlab::analysis {

/// Rows that compete with each other: one workload in one mode on one adapter.
struct RowGroup {
  std::string label;                             ///< the workload; also mode and adapter where the run has several
  std::size_t first = 0;                         ///< one of its rows, also where it has no variant on show
  std::vector<std::size_t> indices;              ///< into the run's rows: its variants
  std::vector<std::size_t> peers;                ///< likewise, what was timed beside them and competes with none
  std::vector<std::vector<std::size_t>> values;  ///< per axis, indices of the values that occur
  std::optional<std::size_t> best_exact;         ///< index of the best exact variant, if one was timed
};

/// A run as panels and pages show it: read on any thread, then immutable.
struct Run {
  report::RunFiles files;
  store::JournalMark mark;            ///< how far the journal was read
  std::string context_error;          ///< why files.context is empty; empty where it was read
  std::vector<std::string> searched;  ///< per row, the text that rows_with searches, in lower case; not of a part
  AxisTable axes;
  std::vector<RowGroup> groups;
  std::vector<std::size_t> group_of;            ///< per row
  std::map<std::size_t, store::RowNote> notes;  ///< of rows by their index
  std::string notes_error;                      ///< why there are none; empty where they were read
  std::shared_ptr<const Run> whole;             ///< where this is a part of its rows, see part_of

  [[nodiscard]] const std::vector<store::Row>& rows() const { return whole ? whole->rows() : files.rows; }
};
using RunPointer = std::shared_ptr<const Run>;

/// A view of a run whose groups have only some of its variants; `keeps` has a value for every row. Rows have the same
/// indices, and what a group's variants are compared with stays: its peers and its best exact variant.
RunPointer part_of(RunPointer run, const std::vector<bool>& keeps);

/// Throws Error where the journal cannot be read; a context or notes that cannot be read are only noted. If the journal
/// has only grown since `before` was loaded, only the new rows are parsed.
RunPointer load_run(const std::filesystem::path& journal, const Run* before = nullptr);

/// A run from rows alone, without files.
Run make_run(std::vector<store::Row> rows);

/// The note of a row, or null.
const store::RowNote* note_of(const Run& run, std::size_t index);

/// Indices of the rows that contain every one of these words, in any case, in workload, variant, status, detail,
/// adapter or note; "starred" finds those with a star.
std::vector<std::size_t> rows_with(const Run& run, const std::string& words);

/// Indices of the group's rows that passed every check, were timed, and are of this accuracy class; of both classes of
/// variants where it is empty.
std::vector<std::size_t> timed_rows(const Run& run, std::size_t group, std::string_view accuracy);

/// Index of the row to show first in a group: what its run found best, else the fastest; its first where nothing was
/// timed.
std::size_t best_row(const Run& run, std::size_t group, std::string_view accuracy);

/// How many times as long as the best exact variant of its group the row takes; nothing where either was not timed.
std::optional<statistics::RunRatio> times_best_exact(const Run& run, std::size_t index);

}  // namespace modlab::analysis
