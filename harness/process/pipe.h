#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/process/child_process.h"

namespace modlab::process {

/// How long a child that has closed its output may take to end.
inline constexpr std::chrono::milliseconds kDeathTakes{1000};
/// How long one that was killed may take; one that waits for its driver in the kernel may never end.
inline constexpr std::chrono::milliseconds kKillTakes{5000};
/// How such a one ended.
inline constexpr std::string_view kSurvivedKill = "was killed, but is stuck in the system and has not ended";

/// The part of a child process that differs between operating systems.
class ChildProcess::Pipe {
 public:
  /// Throws Error where the program cannot be started.
  Pipe(const std::vector<std::string>& command, Errors errors, Priority priority);
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();

  /// Sends what the child takes at once, and the rest in read_some.
  void write(std::string_view bytes);
  /// Waits for bytes and appends them; `line` means any bytes here, or that some were sent.
  [[nodiscard]] ReadResult read_some(std::string& bytes, std::chrono::milliseconds limit);
  /// Must be called once only.
  std::string end();

 private:
  struct System;
  void go_on_sending();

  std::unique_ptr<System> system_;
};

}  // namespace modlab::process
