#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gui/analysis/arrangement.h"
#include "gui/runs/background.h"
#include "harness/analysis/run.h"
#include "harness/analysis/unit.h"
#include "harness/store/samples.h"

namespace modlab::gui {

/// What all panels share: the run on show, the run it is compared with, the order and filter of its rows, the selection
/// and the unit of speed. It knows nothing of windows. Files are read and rows sorted on other threads; poll() fetches
/// the results. No file makes it throw or lose what it holds: errors become messages.
class ViewModel {
 public:
  ViewModel();

  /// Shows this journal as soon as it has been read. If it cannot be read, what was shown before stays.
  void open(const std::filesystem::path& journal);

  /// Shows the newest run of a folder. While there is none, poll() looks for one, and `fallback` is shown unless it is
  /// empty.
  void open_newest(const std::filesystem::path& folder, const std::filesystem::path& fallback = {});

  /// Sets the run to compare with.
  void open_against(const std::filesystem::path& journal);

  /// Sets the journals of peers to show beside the run, such as results/h200/torch.csv.
  void open_peers(std::vector<std::filesystem::path> journals);

  /// Asks the panel that shows kernel files for this one.
  void open_kernel(const std::filesystem::path& file) { kernel_ = file; }
  /// The file that was asked for, once.
  [[nodiscard]] std::optional<std::filesystem::path> take_kernel() { return std::exchange(kernel_, std::nullopt); }

  /// Fetches what other threads have finished and has them read what changed on disk, so that a run in progress is
  /// followed; true if there is something new to show. Costs a few file stamps when nothing has changed.
  bool poll();

  /// The same, but waits until everything is read and sorted: for screenshots, tests and benchmarks.
  bool wait();

  /// True while a file is being read that is not shown yet.
  [[nodiscard]] bool opening() const { return loading_.busy() && (run_ == nullptr || loading_path_ != path_); }

  /// True while anything is being read or sorted.
  [[nodiscard]] bool busy() const {
    return loading_.busy() || loading_against_.busy() || loading_peers_.busy() || arranging_.busy() ||
           loading_samples_.busy();
  }

  /// The journal that is shown or waited for; empty if there is none.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// This one, the one to compare with, and those of peers.
  [[nodiscard]] std::vector<std::filesystem::path> journals() const;
  /// The folder that is watched while it has no run.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// True once a journal has been read, even one without rows.
  [[nodiscard]] bool loaded() const { return run_ != nullptr; }
  /// The run on show, as far as the brush keeps it; requires loaded(). It is immutable: when the file grows or the
  /// brush changes, a new one replaces it.
  [[nodiscard]] const analysis::RunPointer& run() const { return shown_; }
  /// The same without the brush.
  [[nodiscard]] const analysis::RunPointer& whole_run() const { return run_; }
  [[nodiscard]] const std::vector<store::Row>& rows() const { return run_ ? run_->rows() : no_rows_; }

  /// The journal's context, and why there is none or only an older one.
  [[nodiscard]] const std::optional<store::RunContext>& context() const { return context_; }
  [[nodiscard]] const std::string& context_error() const { return context_error_; }

  /// The run to compare with; null where there is none or, with against_error(), it could not be read.
  [[nodiscard]] const analysis::RunPointer& against() const { return against_; }
  [[nodiscard]] const std::string& against_error() const { return against_error_; }

  /// The rows of peers' journals; never null.
  using Peers = std::shared_ptr<const std::vector<store::Row>>;
  [[nodiscard]] const Peers& peers() const { return peers_; }

  /// What went wrong last, for the user; empty if nothing did.
  [[nodiscard]] const std::string& error() const { return open_error_.empty() ? follow_error_ : open_error_; }
  /// True where error() is about a file that could not be opened. An error in the file being followed stays until the
  /// file is fixed.
  [[nodiscard]] bool can_dismiss_error() const { return !open_error_.empty(); }
  void dismiss_error() { open_error_.clear(); }

  /// Shows only rows that contain every word of the text, as rows_with does.
  void set_filter(std::string text) { requested_.filter = std::move(text); }
  [[nodiscard]] const std::string& filter() const { return requested_.filter; }

  /// Shows only variants that the brush keeps, in every panel.
  void set_brush(Brush brush) { requested_.brush = std::move(brush); }
  [[nodiscard]] const Brush& brush() const { return requested_.brush; }
  /// Without filter and brush.
  void show_all();

  void sort_by(std::vector<SortKey> keys) { requested_.keys = std::move(keys); }
  [[nodiscard]] const std::vector<SortKey>& sort_keys() const { return requested_.keys; }

  /// Indices into rows() that pass filter and brush, sorted.
  [[nodiscard]] const std::vector<std::size_t>& visible() const { return visible_; }

  /// Selects the row at this index of rows(), and its group. It stays selected when the file grows and when rows are
  /// sorted or filtered.
  void select(std::size_t index);
  /// Adds the row to the selection, or removes it.
  void toggle(std::size_t index);
  /// The row that was selected last, or null.
  [[nodiscard]] const store::Row* selected() const { return selection_.empty() ? nullptr : &rows()[selection_.back()]; }
  /// The indices of all selected rows, the last selected at the end.
  [[nodiscard]] const std::vector<std::size_t>& selection() const { return selection_; }
  [[nodiscard]] bool is_selected(std::size_t index) const;

  /// The group of rows that the plots show. Follows the selection.
  void show_group(std::size_t group);
  [[nodiscard]] std::size_t group() const { return group_; }

  /// The accuracy class that the plots show; empty for both.
  void show_accuracy(std::string accuracy) { accuracy_ = std::move(accuracy); }
  [[nodiscard]] const std::string& accuracy() const { return accuracy_; }

  /// Notes what is selected and shown if it has changed, for go_back. To be called when the user has finished a change:
  /// not within a drag. Letters typed into the filter in quick succession are one change.
  void remember_view(std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now());
  void go_back();
  void go_forward();

  /// Notes text and star of a row beside the journal. The reason is told by note_error() where that fails.
  void set_note(std::size_t index, bool star, const std::string& text);
  /// Gives the row selected last a star, or takes it.
  void toggle_star();
  [[nodiscard]] const std::string& note_error() const { return note_error_; }

  void set_unit(analysis::Unit unit) { unit_ = unit; }
  [[nodiscard]] analysis::Unit unit() const { return unit_; }

  using Samples = std::shared_ptr<const std::vector<store::Sample>>;
  /// Every sample of the run, sorted by row. Null while they are being read, which the first call starts; if they
  /// cannot be read, samples_error() says why.
  [[nodiscard]] Samples samples();
  [[nodiscard]] const std::string& samples_error() const { return samples_error_; }

 private:
  /// Tells whether a file has changed.
  struct Stamp {
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type time{};

    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp_of(const std::filesystem::path& path);
  struct Stamps {
    Stamp journal;
    Stamp context;
    Stamp notes;

    bool operator==(const Stamps&) const = default;
  };
  static Stamps stamps_of(const std::filesystem::path& journal);

  /// The result of reading a journal: a run or an error.
  struct Loaded {
    analysis::RunPointer run;
    std::string error;
    Stamps stamps;
    Arrangement arrangement;
    std::vector<std::size_t> visible;
    analysis::RunPointer shown;
    std::chrono::steady_clock::duration duration{};
  };
  struct Arranged {
    analysis::RunPointer run;
    Arrangement arrangement;
    std::vector<std::size_t> visible;
    analysis::RunPointer shown;
  };
  /// What go_back returns to.
  struct View {
    std::vector<std::size_t> selection;
    std::size_t group = 0;
    std::string accuracy;
    std::string filter;
    Brush brush;

    bool operator==(const View&) const = default;
  };

  [[nodiscard]] View view() const { return {selection_, group_, accuracy_, requested_.filter, requested_.brush}; }
  void show(const View& view);
  [[nodiscard]] std::vector<analysis::RunPointer> take_expired();
  void start_loading(const std::filesystem::path& journal);
  void adopt(Loaded loaded);
  void restore_selection(const analysis::Run& run);
  void check_for_changes();

  std::filesystem::path path_;
  std::filesystem::path against_path_;
  std::vector<std::filesystem::path> peer_paths_;
  std::filesystem::path folder_;
  std::optional<std::filesystem::path> kernel_;
  bool showing_fallback_ = false;
  Stamps stamps_;
  std::chrono::steady_clock::time_point next_check_{};

  analysis::RunPointer run_;
  analysis::RunPointer shown_;                  ///< run_, or the part of it that the brush keeps
  std::vector<analysis::RunPointer> replaced_;  ///< earlier ones that panels may still hold
  std::optional<store::RunContext> context_;
  std::string context_error_;
  analysis::RunPointer against_;
  std::string against_error_;
  Peers peers_ = std::make_shared<const std::vector<store::Row>>();
  Samples samples_;
  analysis::RunPointer samples_of_;  ///< the run that samples_ and samples_error_ belong to
  std::string samples_error_;
  std::string open_error_;
  std::string follow_error_;
  std::vector<store::Row> no_rows_;

  Arrangement requested_;
  Arrangement applied_;
  std::vector<std::size_t> visible_;
  std::vector<std::size_t> selection_;
  std::size_t group_ = 0;
  std::string accuracy_;
  analysis::Unit unit_ = analysis::Unit::throughput;
  std::vector<View> history_;
  std::size_t now_ = 0;                                     ///< index of the view on show in the history
  std::chrono::steady_clock::time_point filter_changed_{};  ///< when the filter last made an entry of the history
  std::string note_error_;

  // Last, so that their threads end before anything they refer to is destroyed.
  std::filesystem::path loading_path_;
  std::optional<std::filesystem::path> queued_;  ///< to be read next
  Background<Loaded> loading_;
  Background<Loaded> loading_against_;
  struct LoadedPeers {
    Peers rows;
    std::string error;
  };
  Background<LoadedPeers> loading_peers_;
  Background<Arranged> arranging_;
  struct LoadedSamples {
    analysis::RunPointer run;
    Samples samples;
    std::string error;
  };
  Background<LoadedSamples> loading_samples_;
};

}  // namespace modlab::gui
