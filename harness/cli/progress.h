#pragma once

#include <optional>
#include <string>

#include "harness/tune/tuner.h"

namespace modlab::cli {

/// A status line on stderr that overwrites itself. Silent if stderr is not a terminal.
class ProgressLine {
 public:
  ProgressLine() = default;
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  void show(const std::string& text);
  void clear();

 private:
  std::size_t width_ = 0;  ///< of the text shown now
};

/// The status line of a run in progress.
std::string progress_text(const tune::Progress& progress, const tune::Budget& budget);

}  // namespace modlab::cli
