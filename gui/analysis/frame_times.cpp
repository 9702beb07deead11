#include "gui/analysis/frame_times.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/statistics/statistics.h"

namespace modlab::gui {

void FrameTimes::add(double seconds) { ms_[count_++ % kRemembered] = 1e3 * seconds; }

double FrameTimes::last_ms() const { return count_ == 0 ? 0 : ms_[(count_ - 1) % kRemembered]; }

double FrameTimes::worst_ms() const { return *std::ranges::max_element(ms_); }

std::string frame_distribution(std::vector<double> seconds) {
  if (seconds.empty()) return "no frames";
  std::ranges::sort(seconds);
  const auto ms = [&](double share) { return 1e3 * statistics::quantile(seconds, share); };
  return fmt::format("median {:.1f} ms, 95 % {:.1f}, 99 % {:.1f}, worst {:.1f} ({} frames)", ms(0.5), ms(0.95),
                     ms(0.99), ms(1), seconds.size());
}

}  // namespace modlab::gui
