#include "harness/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/system/console.h"
#include "harness/system/visible_text.h"

namespace modlab::cli {

void ProgressLine::show(const std::string& text) {
  const auto widest = terminal_width();
  if (!widest) return;
  std::string line = visible_text(text);
  std::size_t end = std::min(line.size(), *widest);  // a line that wraps cannot be overwritten
  while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xc0U) == 0x80) --end;  // within a character
  line.resize(end);
  overprint(fmt::format("{:<{}}", line, width_));
  width_ = line.size();
}

void ProgressLine::clear() {
  if (width_ == 0) return;
  overprint(std::string(width_, ' '));
  overprint("");
  width_ = 0;
}

std::string progress_text(const tune::Progress& progress, const tune::Budget& budget) {
  std::string text =
      fmt::format("[{}/{}] {}: ", progress.workload_index + 1, progress.workload_count, name_of(*progress.workload));
  text += progress.confirming ? fmt::format("confirming the best of {}", progress.tried)
                              : fmt::format("{} of {} variants", progress.tried, progress.space);
  if (progress.best_gbps) text += fmt::format(", best exact {:.2f} GB/s", *progress.best_gbps);
  text += budget.limit.seconds && !budget.per_workload
              ? fmt::format(", {:.0f} s left", std::max(0.0, *budget.limit.seconds - progress.elapsed_s))
              : fmt::format(", {:.0f} s", progress.elapsed_s);
  return text;
}

}  // namespace modlab::cli
