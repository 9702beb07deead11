#pragma once

#include <optional>
#include <string>

#include "harness/tune/tuner.h"

namespace modlab {

/// A line on stderr that says where long work stands and overwrites itself. Silent where stderr is no terminal.
class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  void show(const std::string& text);
  void clear();

 private:
  bool terminal_;
  std::size_t width_ = 0;  ///< of what stands there now
};

/// What the line says of a run in progress.
std::string progress_text(const Progress& progress, const Budget& budget);

}  // namespace modlab
