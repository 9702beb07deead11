#include "gui/runs/view_model.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "gui/analysis/leaderboard_columns.h"
#include "gui/runs/run_folder.h"
#include "harness/store/journal.h"
#include "harness/system/host.h"
#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab::gui {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

/// A growing file is read again after a pause of this many times as long as reading it took: on a machine without a GPU
/// the reader takes a core from the kernels being measured.
constexpr int kPauseFactor = 4;

}  // namespace

ViewModel::ViewModel()
    : requested_{.filter = {}, .keys = {{.column = kWorkloadColumn}, {.column = kMedianColumn}}, .brush = {}} {}

ViewModel::Stamp ViewModel::stamp_of(const fs::path& path) {
  std::error_code error;
  Stamp stamp;
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (error) return stamp;
  stamp.bytes = bytes;
  stamp.time = fs::last_write_time(path, error);
  return stamp;
}

ViewModel::Stamps ViewModel::stamps_of(const fs::path& journal) {
  return {.journal = stamp_of(journal),
          .context = stamp_of(store::context_path(journal)),
          .notes = stamp_of(store::notes_path(journal))};
}

void ViewModel::open(const fs::path& journal) {
  showing_fallback_ = false;
  open_error_.clear();
  if (run_ == nullptr) path_ = journal;  // nothing to fall back to: wait for this file to become readable
  if (loading_.busy())
    queued_ = journal;
  else
    start_loading(journal);
}

void ViewModel::open_newest(const fs::path& folder, const fs::path& fallback) {
  folder_ = folder;
  if (const auto journal = newest_run(folder)) {
    open(*journal);
  } else if (!fallback.empty()) {
    open(fallback);
    showing_fallback_ = true;
  }
}

void ViewModel::open_against(const fs::path& journal) {
  against_path_ = journal;
  loading_against_.start([journal](const std::stop_token&) {
    Loaded loaded;
    try {
      loaded.run = analysis::load_run(journal);
      loaded.error = loaded.run->context_error;
    } catch (const Error& error) {
      loaded.error = error.what();
    }
    return loaded;
  });
}

void ViewModel::open_peers(std::vector<fs::path> journals) {
  peer_paths_ = journals;
  loading_peers_.start([journals = std::move(journals)](const std::stop_token&) {
    std::vector<store::Row> rows;
    LoadedPeers loaded;
    for (const fs::path& journal : journals) try {
        std::ranges::move(store::read_journal(journal).rows, std::back_inserter(rows));
      } catch (const Error& error) {
        loaded.error = error.what();
      }
    loaded.rows = std::make_shared<const std::vector<store::Row>>(std::move(rows));
    return loaded;
  });
}

std::vector<fs::path> ViewModel::journals() const {
  std::vector<fs::path> all = peer_paths_;
  for (const fs::path& journal : {path_, against_path_})
    if (!journal.empty()) all.push_back(journal);
  return all;
}

/// Runs that nobody holds any more, to be destroyed on another thread: a large one takes as long as a frame.
std::vector<analysis::RunPointer> ViewModel::take_expired() {
  std::ranges::sort(replaced_);  // one may have been replaced twice: as the run, and as what was shown of it
  const auto repeated = std::ranges::unique(replaced_);
  replaced_.erase(repeated.begin(), repeated.end());
  const auto unused = std::partition(replaced_.begin(), replaced_.end(),
                                     [](const analysis::RunPointer& run) { return run.use_count() > 1; });
  std::vector<analysis::RunPointer> expired(std::make_move_iterator(unused), std::make_move_iterator(replaced_.end()));
  replaced_.erase(unused, replaced_.end());
  return expired;
}

void ViewModel::start_loading(const fs::path& journal) {
  loading_path_ = journal;
  loading_.start(
      [journal, arrangement = requested_, before = run_, expired = take_expired()](const std::stop_token&) mutable {
        const auto begin = steady_clock::now();
        // At first the user waits for the file, later only for frames.
        if (before != nullptr && before->files.path == journal.string()) lower_thread_priority();
        expired.clear();
        Loaded loaded;
        loaded.stamps = stamps_of(journal);  // before reading, so that what is written meanwhile is read next time
        try {
          loaded.run = analysis::load_run(journal, before.get());
          loaded.visible = arrange(*loaded.run, arrangement);
          loaded.shown = brushed(loaded.run, arrangement.brush);
          loaded.arrangement = arrangement;
        } catch (const Error& error) {
          loaded.error = error.what();
        }
        before.reset();  // captures live until the result is fetched
        loaded.duration = steady_clock::now() - begin;
        return loaded;
      });
}

void ViewModel::check_for_changes() {
  if (!folder_.empty() && (path_.empty() || showing_fallback_)) {
    if (const auto journal = newest_run(folder_)) {
      open(*journal);
      return;
    }
  }
  if (!path_.empty() && stamps_of(path_) != stamps_) start_loading(path_);
}

bool ViewModel::poll() {
  bool news = false;
  if (auto loaded = loading_.take()) {
    next_check_ = steady_clock::now() + kPauseFactor * loaded->duration;
    adopt(std::move(*loaded));
    news = true;
  }
  if (auto loaded = loading_against_.take()) {
    against_ = std::move(loaded->run);
    against_error_ = std::move(loaded->error);
    news = true;
  }
  if (auto loaded = loading_peers_.take()) {
    peers_ = std::move(loaded->rows);
    if (!loaded->error.empty()) open_error_ = std::move(loaded->error);
    news = true;
  }
  if (auto loaded = loading_samples_.take(); loaded && loaded->run->files.path == path_.string()) {
    samples_ = std::move(loaded->samples);
    samples_error_ = std::move(loaded->error);
    samples_of_ = std::move(loaded->run);
    news = true;
  }
  if (auto arranged = arranging_.take(); arranged && arranged->run == run_) {
    visible_ = std::move(arranged->visible);
    applied_ = std::move(arranged->arrangement);
    replaced_.push_back(std::exchange(shown_, std::move(arranged->shown)));
    news = true;
  }
  if (!loading_.busy()) {
    if (queued_)
      start_loading(*std::exchange(queued_, std::nullopt));
    else if (steady_clock::now() >= next_check_)
      check_for_changes();
  }
  if (run_ != nullptr && !arranging_.busy() && applied_ != requested_)
    arranging_.start([run = run_, shown = shown_, before = applied_.brush, arrangement = requested_,
                      expired = take_expired()](const std::stop_token&) mutable {
      expired.clear();
      if (arrangement.brush != before) shown = brushed(run, arrangement.brush);
      return Arranged{run, arrangement, arrange(*run, arrangement), std::move(shown)};
    });
  return news;
}

bool ViewModel::wait() {
  bool news = false;
  do {
    next_check_ = {};
    news = poll() || news;
    loading_.wait();
    loading_against_.wait();
    loading_peers_.wait();
    loading_samples_.wait();
    arranging_.wait();
  } while (busy());
  return news;
}

void ViewModel::adopt(Loaded loaded) {
  const bool another = loading_path_ != path_;
  if (loaded.run == nullptr) {
    if (another || run_ == nullptr) open_error_.clear();
    (run_ != nullptr && another ? open_error_ : follow_error_) = loaded.error;
    if (!another) stamps_ = loaded.stamps;  // a broken file is read again only after a change
    return;
  }
  const bool first = another || run_ == nullptr;
  if (first) {
    selection_.clear();
    context_.reset();
    samples_.reset();
    group_ = 0;
    history_.clear();
    if (run_ != nullptr) requested_.brush = {};  // of the axes of another run
  } else {
    restore_selection(*loaded.run);
  }
  path_ = loading_path_;
  stamps_ = loaded.stamps;
  follow_error_.clear();
  if (loaded.run->context_error.empty()) context_ = loaded.run->files.context;  // a broken one leaves the old one
  context_error_ = loaded.run->context_error;
  note_error_ = loaded.run->notes_error;
  if (run_ != nullptr) {
    replaced_.push_back(std::move(run_));
    replaced_.push_back(std::move(shown_));
  }
  run_ = std::move(loaded.run);
  shown_ = std::move(loaded.shown);
  visible_ = std::move(loaded.visible);
  applied_ = std::move(loaded.arrangement);
  if (first && !run_->groups.empty()) select(run_->groups[0].best_exact.value_or(analysis::best_row(*run_, 0, {})));
}

/// Finds the selected rows in the file as it is now.
void ViewModel::restore_selection(const analysis::Run& run) {
  std::vector<std::size_t> kept;
  for (const std::size_t index : selection_) {
    const store::Row& before = rows()[index];
    const auto same = std::ranges::find_if(
        run.rows(), [&](const store::Row& row) { return row.row == before.row && row.run == before.run; });
    if (same != run.rows().end()) kept.push_back(static_cast<std::size_t>(same - run.rows().begin()));
  }
  selection_ = std::move(kept);
  if (group_ >= run.groups.size()) group_ = 0;
  if (run.rows().size() < rows().size()) history_.clear();  // it may name rows that are gone
}

void ViewModel::select(std::size_t index) {
  if (index >= rows().size()) return;
  selection_ = {index};
  group_ = run_->group_of[index];
}

void ViewModel::toggle(std::size_t index) {
  if (index >= rows().size()) return;
  if (std::erase(selection_, index) == 0) selection_.push_back(index);
  if (!selection_.empty()) group_ = run_->group_of[selection_.back()];
}

bool ViewModel::is_selected(std::size_t index) const {
  return std::ranges::find(selection_, index) != selection_.end();
}

void ViewModel::show_group(std::size_t group) {
  if (run_ != nullptr && group < run_->groups.size()) group_ = group;
}

void ViewModel::show_all() {
  requested_.filter.clear();
  requested_.brush = {};
}

void ViewModel::remember_view(steady_clock::time_point now) {
  if (run_ == nullptr) return;
  View current = view();
  if (history_.empty()) {
    history_.push_back(std::move(current));
    now_ = 0;
    return;
  }
  if (current == history_[now_]) return;
  constexpr std::chrono::seconds kPause{1};  // longer than between two letters
  View typed = history_[now_];
  typed.filter = current.filter;
  const bool is_filter = typed == current;
  const bool goes_on = is_filter && now_ > 0 && now - filter_changed_ < kPause;
  filter_changed_ = is_filter ? now : steady_clock::time_point{};
  history_.resize(now_ + 1);
  if (goes_on)
    history_.back() = std::move(current);
  else
    history_.push_back(std::move(current));
  constexpr std::size_t kMost = 500;
  if (history_.size() > kMost) history_.erase(history_.begin());
  now_ = history_.size() - 1;
}

void ViewModel::go_back() {
  remember_view();
  if (!history_.empty() && now_ > 0) show(history_[--now_]);
}

void ViewModel::go_forward() {
  remember_view();
  if (now_ + 1 < history_.size()) show(history_[++now_]);
}

void ViewModel::show(const View& view) {
  selection_ = view.selection;
  group_ = view.group;
  accuracy_ = view.accuracy;
  requested_.filter = view.filter;
  requested_.brush = view.brush;
  filter_changed_ = {};
}

void ViewModel::set_note(std::size_t index, bool star, const std::string& text) {
  if (index >= rows().size()) return;
  const store::Row& row = rows()[index];
  try {
    std::vector<store::RowNote> notes = store::read_notes(path_);  // another window may have written some
    std::erase_if(notes, [&](const store::RowNote& note) { return note.run == row.run && note.row == row.row; });
    if (star || !text.empty()) notes.push_back({.run = row.run, .row = row.row, .star = star, .text = text});
    store::write_notes(path_, notes);
    note_error_.clear();
  } catch (const Error& error) {
    note_error_ = error.what();
  }
  next_check_ = {};  // shown as soon as it is read
}

void ViewModel::toggle_star() {
  if (selection_.empty()) return;
  const store::RowNote* note = analysis::note_of(*run_, selection_.back());
  set_note(selection_.back(), note == nullptr || !note->star, note == nullptr ? "" : note->text);
}

ViewModel::Samples ViewModel::samples() {
  if (run_ == nullptr) return nullptr;
  if (samples_of_ != run_ && !loading_samples_.busy())
    loading_samples_.start([run = run_](const std::stop_token&) {
      LoadedSamples loaded{.run = run, .samples = nullptr, .error = {}};
      try {
        std::vector<store::Sample> samples = store::read_samples(path_of(run->files.path));
        std::ranges::stable_sort(samples, {}, &store::Sample::row);
        loaded.samples = std::make_shared<const std::vector<store::Sample>>(std::move(samples));
      } catch (const Error& error) {
        loaded.error = error.what();
      }
      return loaded;
    });
  return samples_;
}

}  // namespace modlab::gui
