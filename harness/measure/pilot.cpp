#include "harness/measure/pilot.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "harness/measure/stopwatch.h"
#include "harness/statistics/outlier_fence.h"

namespace modlab::measure {
namespace {

/// A change that matters whatever the pilot's noise: a little more than one step of a GPU's clock.
constexpr double kMinDrift = 0.01;

/// A disturbance that is over after this many tries has not changed the level.
constexpr int kTries = 3;

/// Enough work for rising clocks to rise by more than kMinDrift.
constexpr double kWork_ns = 10e6;
/// Enough that one disturbed timing does not move the median.
constexpr std::size_t kMinTimings = 5;
/// Clocks that take longer to rise are not waited for; they will show as drift.
constexpr double kMaxSettling_ns = 2e9;

/// Enough to estimate the noise, few enough to follow a slow change, which rounds cancel out.
constexpr std::size_t kRemembered = 31;

}  // namespace

void Pilot::settle(double plateau_ns) {
  // A machine that was faster than its level was disturbed when that was found.
  for (int i = 0; i < kTries && !level_.empty() && !faster_; ++i)
    if (time_at_level()) return;
  const std::vector<double> known = std::exchange(level_, {});
  std::vector<double> before;
  std::vector<double> now = work();
  double best_ns = statistics::median_of(now);
  double spent_ns = 0;
  double unchanged_ns = 0;
  // Clocks rise with work as well as with time, and short work leaves the device idle for most of it.
  const Stopwatch since_start;
  Stopwatch since_change;
  bool faster = false;
  bool back = false;
  do {
    before = std::exchange(now, work());
    const double worked_ns = std::accumulate(now.begin(), now.end(), 0.0);
    // Rising clocks make the pilot faster. A machine that becomes slower is not warming up, and waiting does not help.
    faster = statistics::median_of(now) < (1 - kMinDrift) * best_ns;
    best_ns = std::min(best_ns, statistics::median_of(now));
    unchanged_ns = faster ? 0 : unchanged_ns + worked_ns;
    if (faster) since_change = Stopwatch();
    spent_ns += worked_ns;
    back = !known.empty() && best_ns >= (1 - kMinDrift) * statistics::median_of(known) &&
           statistics::outlier_fence(known, kMinDrift).contains(statistics::median_of(now));
  } while (!back && (faster || std::max(unchanged_ns, since_change.elapsed_ns()) < plateau_ns) &&
           std::max(spent_ns, since_start.elapsed_ns()) < kMaxSettling_ns);
  // Timings from before the level was back would widen its fence so far that the next drift stays unnoticed.
  level_ = back ? known : before;
  const statistics::Interval fence = back ? statistics::outlier_fence(known, kMinDrift)
                                          : statistics::Interval{0, std::numeric_limits<double>::infinity()};
  std::ranges::copy_if(now, std::back_inserter(level_), [&](double ns) { return fence.contains(ns); });
  if (level_.size() > kRemembered) level_.erase(level_.begin(), level_.end() - kRemembered);
  std::ranges::copy(level_, std::back_inserter(all_));
  at_level_ = true;
  faster_ = false;
}

bool Pilot::steady() {
  const bool before = at_level_;
  return time_at_level() && before;
}

bool Pilot::time_at_level() {
  const double ns = time_ns_();
  const statistics::Interval fence = statistics::outlier_fence(level_, kMinDrift);
  at_level_ = fence.contains(ns);
  faster_ = ns < fence.low;
  if (!at_level_) return false;
  all_.push_back(ns);
  level_.push_back(ns);
  if (level_.size() > kRemembered) level_.erase(level_.begin());
  return true;
}

std::vector<double> Pilot::work() {
  std::vector<double> timings;
  for (double spent_ns = 0; spent_ns < kWork_ns || timings.size() < kMinTimings; spent_ns += timings.back())
    timings.push_back(time_ns_());
  return timings;
}

}  // namespace modlab::measure
