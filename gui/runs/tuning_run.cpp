#include "gui/runs/tuning_run.h"

#include <chrono>
#include <exception>
#include <system_error>

#include "gui/analysis/command_line.h"
#include "harness/process/child_process.h"

namespace modlab {
namespace {

namespace fs = std::filesystem;

/// More than the summary at the end of a run over all types has.
constexpr std::size_t kLines = 500;

/// How soon a stop takes effect.
constexpr std::chrono::milliseconds kPatience{50};

}  // namespace

fs::path modlab_program() {
  const fs::path self = this_program();
  return self.parent_path() / ("modlab" + self.extension().string());
}

TuningRun::~TuningRun() { end(State::ended); }

void TuningRun::start(std::vector<std::string> words, const fs::path& journal) {
  end(State::ended);
  words_ = std::move(words);
  journal_ = journal;
  journal_is_new_ = true;
  launch();
}

void TuningRun::pause() { end(State::paused); }

void TuningRun::stop() { end(State::ended); }

void TuningRun::resume() {
  words_ = resuming_arguments(words_, journal_);
  launch();
}

void TuningRun::launch() {
  {
    const std::scoped_lock lock(mutex_);
    lines_.clear();
    alive_ = true;
  }
  told_ = State::running;
  watcher_ = std::jthread([this, words = words_](const std::stop_token& stop) {
    const auto say = [this](std::string line) {
      const std::scoped_lock lock(mutex_);
      lines_.push_back(std::move(line));
      if (lines_.size() > kLines) lines_.pop_front();
    };
    try {
      std::vector<std::string> command = words;
      command.insert(command.begin(), modlab_program().string());
      // On a machine without a GPU the kernels want every core, and so does the window.
      ChildProcess child(command, Errors::with_output, Priority::lower);
      std::string line;
      for (Heard heard = Heard::silence; heard != Heard::end && !stop.stop_requested();) {
        heard = child.read_line(line, kPatience);
        if (heard == Heard::line) say(line);
      }
      const std::string how = child.end();
      say(stop.stop_requested() ? "stopped; all that was finished is in the journal" : "modlab " + how);
    } catch (const std::exception& error) {
      say(error.what());
    }
    const std::scoped_lock lock(mutex_);
    alive_ = false;
  });
}

void TuningRun::end(State state) {
  if (told_ != State::running && told_ != State::paused) return;
  if (watcher_.joinable()) {
    watcher_.request_stop();
    watcher_.join();
  }
  told_ = state;
}

TuningRun::State TuningRun::state() const {
  const std::scoped_lock lock(mutex_);
  return told_ == State::running && !alive_ ? State::ended : told_;
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

}  // namespace modlab
