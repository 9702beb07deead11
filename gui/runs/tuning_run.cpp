#include "gui/runs/tuning_run.h"

#include <exception>
#include <system_error>

#include "gui/runs/modlab_process.h"

namespace modlab::gui {
namespace {

namespace fs = std::filesystem;

/// More than the summary at the end of a run over all types.
constexpr std::size_t kLines = 500;

}  // namespace

TuningRun::~TuningRun() { end(State::ended); }

void TuningRun::start(std::vector<std::string> arguments, const fs::path& journal) {
  end(State::ended);
  arguments_ = std::move(arguments);
  journal_ = journal;
  journal_is_new_ = true;
  launch();
}

void TuningRun::pause() { end(State::paused); }

void TuningRun::stop() { end(State::ended); }

void TuningRun::resume() {
  *(arguments_.end() - 2) = "--resume";
  launch();
}

void TuningRun::launch() {
  {
    const std::scoped_lock lock(mutex_);
    ++alive_;
  }
  requested_ = State::running;
  watcher_ =
      std::jthread([this, arguments = arguments_, earlier = std::move(watcher_)](const std::stop_token& stop) mutable {
        if (earlier.joinable()) earlier.join();  // both may write the same journal
        watch(arguments, stop);
      });
}

void TuningRun::watch(std::vector<std::string> arguments, const std::stop_token& stop) {
  {
    const std::scoped_lock lock(mutex_);
    lines_.clear();
  }
  const auto add_line = [this](std::string line) {
    const std::scoped_lock lock(mutex_);
    lines_.push_back(std::move(line));
    if (lines_.size() > kLines) lines_.pop_front();
  };
  try {
    // On a machine without a GPU the kernels want every core, and so does the window.
    const std::string how = run_modlab(std::move(arguments), stop, add_line, process::Priority::lower);
    add_line(stop.stop_requested() ? "stopped; everything finished is in the journal" : "modlab " + how);
  } catch (const std::exception& error) {
    add_line(error.what());
  }
  const std::scoped_lock lock(mutex_);
  --alive_;
}

void TuningRun::end(State state) {
  if (requested_ != State::running && requested_ != State::paused) return;
  watcher_.request_stop();
  requested_ = state;
}

TuningRun::State TuningRun::state() const {
  return requested_ == State::running && !is_alive() ? State::ended : requested_;
}

bool TuningRun::is_alive() const {
  const std::scoped_lock lock(mutex_);
  return alive_ > 0;
}

std::vector<std::string> TuningRun::lines() const {
  const std::scoped_lock lock(mutex_);
  return {lines_.begin(), lines_.end()};
}

std::optional<fs::path> TuningRun::take_new_journal() {
  std::error_code missing;
  if (!journal_is_new_ || fs::file_size(journal_, missing) == 0 || missing) return std::nullopt;
  journal_is_new_ = false;
  return journal_;
}

}  // namespace modlab::gui
