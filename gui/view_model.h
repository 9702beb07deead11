#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab {

/// One key of the leaderboard's order, by place in leaderboard_columns(). Rows with nothing there come last either way.
struct SortKey {
  std::size_t column = 0;
  bool descending = false;

  bool operator==(const SortKey&) const = default;
};

/// What the dashboard shows of one run: the rows, their order, which of them pass the filter, and the one selection
/// that all panels share. It knows nothing of windows. No file makes it throw or lose what it holds: a fault becomes a
/// message.
class ViewModel {
 public:
  ViewModel();

  /// Shows this journal. Where it cannot be read, what was shown before stays.
  void open(const std::filesystem::path& journal);

  /// Shows the newest run of a folder; while there is none, poll looks for one.
  void open_newest(const std::filesystem::path& folder);

  /// Reads again what has changed on disk, so that a run in progress is followed; true when there is something new to
  /// show. Costs two file stamps when nothing changed.
  bool poll();

  /// The journal that is shown or waited for; empty when there is none.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The folder that is searched while path() is empty.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// True once a journal has been read, even one without rows.
  [[nodiscard]] bool loaded() const { return loaded_; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

  /// The context beside the journal, and why there is none or not the newest.
  [[nodiscard]] const std::optional<RunContext>& context() const { return context_; }
  [[nodiscard]] const std::string& context_error() const { return context_error_; }

  /// What went wrong last, for the user; empty when all is well.
  [[nodiscard]] const std::string& error() const { return open_error_.empty() ? follow_error_ : open_error_; }
  /// True where error() is about a file that could not be opened. What is wrong with the file that is followed stays
  /// until it is mended.
  [[nodiscard]] bool can_dismiss_error() const { return !open_error_.empty(); }
  void dismiss_error() { open_error_.clear(); }

  /// Shows only rows that hold every word of the text in their workload, variant, status or detail, in any case.
  void set_filter(std::string text);
  [[nodiscard]] const std::string& filter() const { return filter_; }

  void sort_by(std::vector<SortKey> keys);
  [[nodiscard]] const std::vector<SortKey>& sort_keys() const { return sort_keys_; }

  /// Places in rows() that pass the filter, in order.
  [[nodiscard]] const std::vector<std::size_t>& visible() const { return visible_; }

  /// Selects the row at this place in rows(). It stays selected while the file grows, is sorted and filtered.
  void select(std::size_t place);
  void clear_selection() { selected_.reset(); }
  [[nodiscard]] const Row* selected() const { return selected_ ? &rows_[*selected_] : nullptr; }

 private:
  /// What tells a changed file from the same one.
  struct Stamp {
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type time{};

    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp_of(const std::filesystem::path& path);

  void load(const std::filesystem::path& journal);
  void load_context();
  void arrange();

  std::filesystem::path path_;
  std::filesystem::path folder_;
  Stamp journal_stamp_;
  Stamp context_stamp_;
  bool loaded_ = false;
  std::vector<Row> rows_;
  std::vector<std::string> searched_;  ///< per row, what the filter looks at, in lower case
  std::optional<RunContext> context_;
  std::string context_error_;
  std::string open_error_;
  std::string follow_error_;
  std::string filter_;
  std::vector<SortKey> sort_keys_;
  std::vector<std::size_t> visible_;
  std::optional<std::size_t> selected_;
};

}  // namespace modlab
