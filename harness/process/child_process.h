#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace modlab {

/// What reading from a child gave.
enum class Heard {
  line,
  silence,  ///< nothing within the time limit
  end,      ///< it closed its output; most likely it is dead
};

/// Where a child's stderr goes.
enum class Errors {
  ours,         ///< to where our own goes
  with_output,  ///< among the lines of its stdout; on Windows the child has no console then
};

/// Whose turn it is where both want the same core.
enum class Priority {
  ours,
  lower,  ///< this program's first, then the child's and that of all it starts
};

/// A program that runs beside this one and is spoken to in lines, over its stdin and stdout.
class ChildProcess {
 public:
  /// Throws Error where the program cannot be started.
  explicit ChildProcess(const std::vector<std::string>& command, Errors errors = Errors::ours,
                        Priority priority = Priority::ours);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Kills it where it still runs.
  ~ChildProcess();

  /// A child that reads no more is no error here: reading from it tells.
  void write(std::string_view bytes);

  /// Waits for a whole line, which is given without its end.
  [[nodiscard]] Heard read_line(std::string& line, std::chrono::milliseconds limit);

  /// Kills it where it still runs, and says in words how it ended: "exited with 3", "was killed by signal 11
  /// (Segmentation fault)".
  std::string end();

 private:
  class Pipe;
  std::unique_ptr<Pipe> pipe_;
  std::string unread_;  ///< what came after the last line
  std::string ended_;
};

}  // namespace modlab
