#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gui/analysis/axis_table.h"
#include "harness/report/compare.h"
#include "harness/store/journal.h"
#include "harness/store/row.h"

namespace modlab {

/// The rows that compete with each other: of one workload in one mode on one adapter.
struct RowGroup {
  std::string label;  ///< the workload; the mode and the adapter too where the run has several
  std::vector<std::size_t> places;
  std::vector<std::vector<std::size_t>> values;  ///< per axis, the places among its values that occur
};

/// A run as the panels look at it: read on whichever thread, then never changed.
struct Run {
  RunFiles files;
  JournalMark mark;                   ///< how far the journal was read
  std::string context_error;          ///< why files.context holds nothing; empty where it was read
  std::vector<std::string> searched;  ///< per row, what rows_with looks at, in lower case
  AxisTable axes;
  std::vector<RowGroup> groups;
  std::vector<std::size_t> group_of;  ///< per row

  [[nodiscard]] const std::vector<Row>& rows() const { return files.rows; }
};
using RunPointer = std::shared_ptr<const Run>;

/// Throws Error where the journal cannot be read. A context that cannot is only noted. Of a journal that has only grown
/// since `before` was loaded, the new rows alone are parsed.
RunPointer load_run(const std::filesystem::path& journal, const Run* before = nullptr);

/// A run made of rows, for what needs no file.
Run make_run(std::vector<Row> rows);

/// The rows that hold every word of the text in their workload, variant, status, detail or adapter, in any case.
std::vector<std::size_t> rows_with(const Run& run, const std::string& words);

/// The rows of a group that passed every check, were timed, and are of this accuracy class; of both where it is empty.
std::vector<std::size_t> timed_places(const Run& run, std::size_t group, std::string_view accuracy);

/// The one to begin with in a group: what its run found best, or the fastest; the first where nothing was timed. The
/// group must have rows, as every group has.
std::size_t best_place(const Run& run, std::size_t group, std::string_view accuracy);

}  // namespace modlab
