#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace modlab {

struct ProcessResult {
  int status = -1;  ///< exit status; minus the signal's number where one ended it
  std::string out;
  std::string err;
};

/// A program and the words of its arguments.
std::vector<std::string> command_line(const std::string& program, std::string_view words);

/// Runs a program to its end. `environment` adds NAME=VALUE to the caller's.
ProcessResult run_process(const std::vector<std::string>& command, const std::vector<std::string>& environment = {});

/// Runs a program to its end, calling `poll` every few milliseconds.
ProcessResult run_polling(const std::vector<std::string>& command, const std::function<void(pid_t)>& poll);

/// Starts a program and kills it with SIGKILL as soon as `when` is true, unless it has ended.
ProcessResult run_and_kill(const std::vector<std::string>& command, const std::function<bool()>& when);

}  // namespace modlab
