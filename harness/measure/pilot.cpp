#include "harness/measure/pilot.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "harness/measure/stopwatch.h"
#include "harness/statistics/outlier_fence.h"

namespace modlab {
namespace {

/// A change that matters whatever the pilot's noise: GPUs step their clocks by a little less.
constexpr double kLeastDrift = 0.01;

/// A disturbance that is over by then has not changed the level.
constexpr int kTries = 3;

/// Work enough for clocks to rise by more than kLeastDrift where they are rising.
constexpr double kWork_ns = 10e6;
/// Enough for a median that one disturbed timing does not move.
constexpr std::size_t kLeastTimings = 5;
/// Clocks that take longer to rise are not waited for; the drift will show.
constexpr double kLongestSettling_ns = 2e9;

/// Enough to know the noise by, few enough to follow a slow change, which rounds are proof against.
constexpr std::size_t kRemembered = 31;

}  // namespace

void Pilot::settle() {
  for (int i = 0; i < kTries && !level_.empty(); ++i)
    if (time_at_level()) return;
  const std::vector<double> known = std::exchange(level_, {});
  std::vector<double> before;
  std::vector<double> now = work();
  double best_ns = median_of(now);
  double spent_ns = 0;
  double unchanged_ns = 0;
  // Clocks rise with what the device does as well as with time, and short work leaves it idle for most of that.
  const Stopwatch since_start;
  Stopwatch since_change;
  bool faster = false;
  bool back = false;
  do {
    before = std::exchange(now, work());
    const double worked_ns = std::accumulate(now.begin(), now.end(), 0.0);
    // Rising clocks make it faster. A machine that becomes slower is not warming up, and waiting would not help.
    faster = median_of(now) < (1 - kLeastDrift) * best_ns;
    best_ns = std::min(best_ns, median_of(now));
    unchanged_ns = faster ? 0 : unchanged_ns + worked_ns;
    if (faster) since_change = Stopwatch();
    spent_ns += worked_ns;
    back = !known.empty() && outlier_fence(known, kLeastDrift).contains(median_of(now));
  } while (!back && (faster || std::max(unchanged_ns, since_change.elapsed_ns()) < plateau_ns_) &&
           std::max(spent_ns, since_start.elapsed_ns()) < kLongestSettling_ns);
  level_ = std::move(before);
  std::ranges::copy(now, std::back_inserter(level_));
  if (level_.size() > kRemembered) level_.erase(level_.begin(), level_.end() - kRemembered);
  std::ranges::copy(level_, std::back_inserter(all_));
  at_level_ = true;
}

bool Pilot::steady() {
  const bool before = at_level_;
  return time_at_level() && before;
}

double Pilot::median_ns() const { return all_.empty() ? 0 : median_of(all_); }

bool Pilot::time_at_level() {
  const double ns = time_ns_();
  at_level_ = outlier_fence(level_, kLeastDrift).contains(ns);
  if (!at_level_) return false;
  all_.push_back(ns);
  level_.push_back(ns);
  if (level_.size() > kRemembered) level_.erase(level_.begin());
  return true;
}

std::vector<double> Pilot::work() {
  std::vector<double> timings;
  for (double spent_ns = 0; spent_ns < kWork_ns || timings.size() < kLeastTimings; spent_ns += timings.back())
    timings.push_back(time_ns_());
  return timings;
}

}  // namespace modlab
