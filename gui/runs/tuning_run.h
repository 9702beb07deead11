#pragma once

#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace modlab {

/// The program `modlab` in a process of its own, started from the window. It writes the same journal as from a command
/// line, which the window follows; a driver that crashes or hangs costs neither of them. Stopping it loses nothing that
/// was finished.
class TuningRun {
 public:
  enum class State {
    none,     ///< nothing was started
    running,  ///< its journal grows
    paused,   ///< stopped to be gone on with
    ended,    ///< by itself, or stopped by the user
  };

  TuningRun() = default;
  TuningRun(const TuningRun&) = delete;
  TuningRun& operator=(const TuningRun&) = delete;
  ~TuningRun();

  /// Starts `modlab` with these words, which write that journal. The last run must not be running any more.
  void start(std::vector<std::string> words, const std::filesystem::path& journal);
  void pause();
  /// Goes on with the run that was paused: what was measured is not measured again.
  void resume();
  void stop();

  [[nodiscard]] State state() const;
  [[nodiscard]] const std::filesystem::path& journal() const { return journal_; }
  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }

  /// What it said last, line by line, and how it ended.
  [[nodiscard]] std::vector<std::string> lines() const;

  /// The journal to show, once after it has come into being.
  [[nodiscard]] std::optional<std::filesystem::path> take_new_journal();

 private:
  void launch();
  void end(State state);

  std::vector<std::string> words_;
  std::filesystem::path journal_;
  bool journal_is_new_ = false;
  State told_ = State::none;

  std::jthread watcher_;
  mutable std::mutex mutex_;  ///< of what follows, which the watcher writes
  std::deque<std::string> lines_;
  bool alive_ = false;
};

/// The program beside this one.
std::filesystem::path modlab_program();

}  // namespace modlab
