#pragma once

#include <optional>

#include "harness/statistics/statistics.h"
#include "harness/statistics/verdict.h"

namespace modlab::statistics {

/// What the intervals of a ratio must be beyond or within for a verdict.
struct VerdictBounds {
  double indifference = kIndifference;  ///< for FASTER or SLOWER, all of the interval is beyond 1 by more than this
  double tolerance = kIndifference;     ///< for SAME, all of it is within this around 1
  double confidence = 0.99;             ///< of the interval that must be beyond; the one within has 95 %
};

/// The verdict that an UNCLEAR ratio comes to where more samples leave it as it is.
struct Settling {
  Verdict verdict = Verdict::same;
  double times = 1;  ///< as many samples as there are
};

/// How many times as many samples make an interval of 95 % and so many degrees of freedom `shrink` times as narrow: its
/// width falls with their square root, and Student's factor with the degrees. Where `confidence` is more, the interval
/// of that confidence is the one to become so narrow.
double times_samples(double shrink, double degrees, double confidence = 0.95);

/// `ci` is the ratio's 95 % interval. Nothing where the ratio is no verdict however narrow its interval, or so close to
/// a bound that it would take more than a thousand times the samples.
std::optional<Settling> settling_of(double ratio, const Interval& ci, double degrees, const VerdictBounds& bounds);

}  // namespace modlab::statistics
