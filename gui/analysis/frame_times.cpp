#include "gui/analysis/frame_times.h"

#include <fmt/format.h>

#include <algorithm>

namespace modlab {

void FrameTimes::add(double seconds) { ms_[count_++ % kRemembered] = 1e3 * seconds; }

double FrameTimes::last_ms() const { return count_ == 0 ? 0 : ms_[(count_ - 1) % kRemembered]; }

double FrameTimes::worst_ms() const { return *std::ranges::max_element(ms_); }

std::string frame_distribution(std::vector<double> seconds) {
  if (seconds.empty()) return "no frames";
  std::ranges::sort(seconds);
  const auto at_ms = [&](double share) {
    return 1e3 *
           seconds[std::min(seconds.size() - 1, static_cast<std::size_t>(share * static_cast<double>(seconds.size())))];
  };
  return fmt::format("median {:.1f} ms, 95 % {:.1f}, 99 % {:.1f}, worst {:.1f} ({} frames)", at_ms(0.5), at_ms(0.95),
                     at_ms(0.99), 1e3 * seconds.back(), seconds.size());
}

}  // namespace modlab
