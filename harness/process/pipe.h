#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/process/child_process.h"

namespace modlab {

/// The part of a child process that differs between operating systems.
class ChildProcess::Pipe {
 public:
  /// Throws Error where the program cannot be started.
  Pipe(const std::vector<std::string>& command, Errors errors, Priority priority);
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();

  void write(std::string_view bytes);
  /// Waits for bytes and appends them; `line` means any bytes here.
  [[nodiscard]] ReadResult read_some(std::string& bytes, std::chrono::milliseconds limit);
  /// Must be called once only.
  std::string end();

 private:
  struct System;
  std::unique_ptr<System> system_;
};

}  // namespace modlab
