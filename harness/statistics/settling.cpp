#include "harness/statistics/settling.h"

#include <algorithm>
#include <cmath>

#include "harness/statistics/student.h"

namespace modlab::statistics {

double times_samples(double shrink, double degrees, double confidence) {
  const double factor = student_quantile(0.025, degrees);
  // The more samples, the more degrees, and the fewer samples more are needed: halfway, in their order of magnitude,
  // between a guess and what follows from it is a better guess.
  double times = 1;
  constexpr int kGuesses = 30;
  for (int i = 0; i < kGuesses; ++i) {
    const double needed = shrink * student_quantile((1 - confidence) / 2, degrees * times) / factor;
    times = std::max(1.0, std::sqrt(times) * needed);
  }
  return times;
}

std::optional<Settling> settling_of(double ratio, const Interval& ci, double degrees, const VerdictBounds& bounds) {
  constexpr double kMostTimes = 1000;
  const double up = std::log(ci.high / ratio);
  const double down = std::log(ratio / ci.low);
  std::optional<Settling> least;
  const auto consider = [&](Verdict verdict, double shrink, double confidence) {
    const double times = times_samples(shrink, degrees, confidence);
    if (times <= kMostTimes && (!least || times < least->times)) least = {verdict, times};
  };
  const double room_up = std::log((1 + bounds.tolerance) / ratio);
  const double room_down = std::log(ratio / (1 - bounds.tolerance));
  if (room_up > 0 && room_down > 0) consider(Verdict::same, std::max(up / room_up, down / room_down), 0.95);
  const double slower_by = std::log(ratio / (1 + bounds.indifference));
  const double faster_by = std::log((1 - bounds.indifference) / ratio);
  if (slower_by > 0) consider(Verdict::slower, down / slower_by, bounds.confidence);
  if (faster_by > 0) consider(Verdict::faster, up / faster_by, bounds.confidence);
  return least;
}

}  // namespace modlab::statistics
