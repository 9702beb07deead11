#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/analysis/arrangement.h"
#include "gui/analysis/run.h"
#include "gui/analysis/unit.h"
#include "gui/runs/background.h"
#include "harness/store/samples.h"

namespace modlab {

/// What all panels share: the run that is shown, the run it is held against, the order and filter of its rows, the one
/// selection, and the unit of speed. It knows nothing of windows. Files are read and rows arranged on other threads;
/// poll brings in what is done. No file makes it throw or lose what it holds: a fault becomes a message.
class ViewModel {
 public:
  ViewModel();

  /// Shows this journal as soon as it has been read. Where it cannot be, what was shown before stays.
  void open(const std::filesystem::path& journal);

  /// Shows the newest run of a folder. While there is none, poll looks for one, and `otherwise` is shown where it names
  /// a journal.
  void open_newest(const std::filesystem::path& folder, const std::filesystem::path& otherwise = {});

  /// The run to compare with.
  void open_against(const std::filesystem::path& journal);

  /// Brings in what other threads have finished and has them read what changed on disk, so that a run in progress is
  /// followed; true when there is something new to show. Costs a few file stamps when nothing changed.
  bool poll();

  /// The same, but waits until all is read and arranged: for pictures, tests and benchmarks.
  bool wait();

  /// True while a file that is not shown yet is being read.
  [[nodiscard]] bool opening() const { return loading_.busy() && (run_ == nullptr || loading_path_ != path_); }

  /// True while anything is being read or arranged.
  [[nodiscard]] bool busy() const {
    return loading_.busy() || loading_against_.busy() || arranging_.busy() || loading_samples_.busy();
  }

  /// The journal that is shown or waited for; empty when there is none.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The folder that is searched while it has no run.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// True once a journal has been read, even one without rows.
  [[nodiscard]] bool loaded() const { return run_ != nullptr; }
  /// What is shown. It stays as it is for whoever holds the pointer; a file that has grown makes a new one. Only where
  /// loaded().
  [[nodiscard]] const RunPointer& run() const { return run_; }
  [[nodiscard]] const std::vector<Row>& rows() const { return run_ ? run_->rows() : no_rows_; }

  /// The context beside the journal, and why there is none or not the newest.
  [[nodiscard]] const std::optional<RunContext>& context() const { return context_; }
  [[nodiscard]] const std::string& context_error() const { return context_error_; }

  /// The run to compare with; null where there is none, or it could not be read, which the message then tells.
  [[nodiscard]] const RunPointer& against() const { return against_; }
  [[nodiscard]] const std::string& against_error() const { return against_error_; }

  /// What went wrong last, for the user; empty when all is well.
  [[nodiscard]] const std::string& error() const { return open_error_.empty() ? follow_error_ : open_error_; }
  /// True where error() is about a file that could not be opened. What is wrong with the file that is followed stays
  /// until it is mended.
  [[nodiscard]] bool can_dismiss_error() const { return !open_error_.empty(); }
  void dismiss_error() { open_error_.clear(); }

  /// Shows only rows that hold every word of the text in their workload, variant, status, detail or adapter, in any
  /// case.
  void set_filter(std::string text) { wanted_.filter = std::move(text); }
  [[nodiscard]] const std::string& filter() const { return wanted_.filter; }

  void sort_by(std::vector<SortKey> keys) { wanted_.keys = std::move(keys); }
  [[nodiscard]] const std::vector<SortKey>& sort_keys() const { return wanted_.keys; }

  /// Places in rows() that pass the filter, in order.
  [[nodiscard]] const std::vector<std::size_t>& visible() const { return visible_; }

  /// Selects the row at this place in rows(), and with it its group. It stays selected while the file grows, is sorted
  /// and filtered.
  void select(std::size_t place);
  /// Adds the row to those that are selected, or takes it out.
  void toggle(std::size_t place);
  void clear_selection() { selection_.clear(); }
  /// The row that was selected last; null where none is.
  [[nodiscard]] const Row* selected() const { return selection_.empty() ? nullptr : &rows()[selection_.back()]; }
  /// The places of all that are selected, the last one at the end.
  [[nodiscard]] const std::vector<std::size_t>& selection() const { return selection_; }
  [[nodiscard]] bool is_selected(std::size_t place) const;

  /// The group of rows that the plots show. Follows the selection.
  void show_group(std::size_t group);
  [[nodiscard]] std::size_t group() const { return group_; }

  /// The accuracy class that the plots show; both where it is empty.
  void show_accuracy(std::string accuracy) { accuracy_ = std::move(accuracy); }
  [[nodiscard]] const std::string& accuracy() const { return accuracy_; }

  void set_unit(Unit unit) { unit_ = unit; }
  [[nodiscard]] Unit unit() const { return unit_; }

  using Samples = std::shared_ptr<const std::vector<Sample>>;
  /// Every sample of the run in the order of its rows. Null while they are read, which begins with the first call;
  /// where they cannot be, samples_error() tells why.
  [[nodiscard]] Samples samples();
  [[nodiscard]] const std::string& samples_error() const { return samples_error_; }

 private:
  /// What tells a changed file from the same one.
  struct Stamp {
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type time{};

    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp_of(const std::filesystem::path& path);
  struct Stamps {
    Stamp journal;
    Stamp context;

    bool operator==(const Stamps&) const = default;
  };
  static Stamps stamps_of(const std::filesystem::path& journal);

  /// What reading a journal gave: a run, or an error.
  struct Loaded {
    RunPointer run;
    std::string error;
    Stamps stamps;
    Arrangement arrangement;
    std::vector<std::size_t> visible;
    std::chrono::steady_clock::duration took{};
  };
  struct Arranged {
    RunPointer run;
    Arrangement arrangement;
    std::vector<std::size_t> visible;
  };

  void start_loading(const std::filesystem::path& journal);
  void adopt(Loaded loaded);
  void keep_selection(const Run& run);
  void look_for_changes();

  std::filesystem::path path_;
  std::filesystem::path folder_;
  bool showing_otherwise_ = false;
  Stamps stamps_;
  std::chrono::steady_clock::time_point next_look_{};

  RunPointer run_;
  std::vector<RunPointer> replaced_;  ///< earlier ones, which panels may still hold
  std::optional<RunContext> context_;
  std::string context_error_;
  RunPointer against_;
  std::string against_error_;
  Samples samples_;
  RunPointer samples_of_;  ///< whose samples samples_ are, or the error is about
  std::string samples_error_;
  std::string open_error_;
  std::string follow_error_;
  std::vector<Row> no_rows_;

  Arrangement wanted_;
  Arrangement shown_;
  std::vector<std::size_t> visible_;
  std::vector<std::size_t> selection_;
  std::size_t group_ = 0;
  std::string accuracy_;
  Unit unit_ = Unit::throughput;

  // Last, so that their threads end before what they would report to.
  std::filesystem::path loading_path_;
  std::optional<std::filesystem::path> queued_;  ///< to be read after what is being read
  Background<Loaded> loading_;
  Background<Loaded> loading_against_;
  Background<Arranged> arranging_;
  struct LoadedSamples {
    RunPointer run;
    Samples samples;
    std::string error;
  };
  Background<LoadedSamples> loading_samples_;
};

}  // namespace modlab
