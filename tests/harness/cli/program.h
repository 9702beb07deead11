#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/system/file.h"
#include "kernels/modulus/plan.h"
#include "tests/support/process.h"

namespace modlab::cli {

inline std::vector<std::string> command_line(const std::string& words) {
  return modlab::command_line(MODLAB_PROGRAM, words);
}

inline ProcessResult modlab(const std::string& words, const std::vector<std::string>& environment = {}) {
  return run_process(command_line(words), environment);
}

inline std::size_t line_count(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// Whether a journal has more than `count` lines by now.
inline std::function<bool()> has_rows(const std::string& path, std::size_t count) {
  return [=] { return std::filesystem::exists(path) && line_count(read_file(path)) > count; };
}

}  // namespace modlab::cli
