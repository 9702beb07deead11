#pragma once

#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace modlab::gui {

/// The program `modlab` in a separate process, started from the dashboard. It writes the same journal as from a command
/// line, and the dashboard follows it; a driver that crashes or hangs harms neither. Stopping loses nothing that was
/// finished. No call waits for a process, except the destructor.
class TuningRun {
 public:
  enum class State {
    none,     ///< nothing has been started
    running,  ///< its journal grows
    paused,   ///< stopped, to be resumed
    ended,    ///< on its own, or stopped by the user
  };

  TuningRun() = default;
  TuningRun(const TuningRun&) = delete;
  TuningRun& operator=(const TuningRun&) = delete;
  ~TuningRun();

  /// Starts `modlab` with these arguments, which end with --out or --resume and that journal, once an earlier one has
  /// ended.
  void start(std::vector<std::string> arguments, const std::filesystem::path& journal);
  void pause();
  /// Resumes the paused run: what was measured is not measured again.
  void resume();
  void stop();

  [[nodiscard]] State state() const;
  /// Whether there may be new lines: also for a moment after it was stopped.
  [[nodiscard]] bool is_alive() const;
  [[nodiscard]] const std::filesystem::path& journal() const { return journal_; }
  /// What `modlab` was started with, or resumed.
  [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }

  /// Its last lines of output, and how it ended.
  [[nodiscard]] std::vector<std::string> lines() const;

  /// The journal to show, once, as soon as it exists.
  [[nodiscard]] std::optional<std::filesystem::path> take_new_journal();

 private:
  void launch();
  /// Runs `modlab` with these arguments until it ends or is stopped.
  void watch(std::vector<std::string> arguments, const std::stop_token& stop);
  void end(State state);

  std::vector<std::string> arguments_;
  std::filesystem::path journal_;
  bool journal_is_new_ = false;
  State requested_ = State::none;  ///< by the user; the process may have ended meanwhile

  mutable std::mutex mutex_;  ///< guards the next two, which watchers write
  std::deque<std::string> lines_;
  int alive_ = 0;         ///< processes that have not ended, or not begun
  std::jthread watcher_;  ///< last, so that it ends before what it writes is destroyed
};

}  // namespace modlab::gui
