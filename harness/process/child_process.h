#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace modlab::process {

/// The outcome of reading from a child.
enum class ReadResult {
  line,
  timeout,  ///< no whole line within the time limit
  closed,   ///< it closed its output; most likely it has died
};

/// Where a child's stderr goes.
enum class Errors {
  ours,         ///< where our own goes
  with_output,  ///< among the lines of its stdout; on Windows the child has no console then
};

/// A child's scheduling priority.
enum class Priority {
  ours,
  lower,  ///< below ours, for the child and all it starts
};

/// A child process that we exchange lines with, over its stdin and stdout. Interrupts, which a terminal or a batch
/// system sends to children too, are ours alone to act on: SIGINT and SIGTERM are blocked in a child.
class ChildProcess {
 public:
  /// Throws Error where the program cannot be started.
  explicit ChildProcess(const std::vector<std::string>& command, Errors errors = Errors::ours,
                        Priority priority = Priority::ours);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Kills it if it still runs.
  ~ChildProcess();

  /// Never waits: what the child does not take at once is sent while a line is waited for. A child that has stopped
  /// reading is no error here: the next read reports it.
  void write(std::string_view bytes);

  /// Waits for a whole line, and returns it without its line break. Throws Interrupted where the program is interrupted
  /// while it waits.
  [[nodiscard]] ReadResult read_line(std::string& line, std::chrono::milliseconds limit);

  /// Kills it if it still runs, and says how it ended: "exited with 3", "was killed by signal 11 (Segmentation fault)".
  std::string end();

 private:
  class Pipe;
  std::unique_ptr<Pipe> pipe_;
  std::string unread_;  ///< what came after the last line
  std::string ended_;
};

}  // namespace modlab::process
