#pragma once

#include <span>

#include "harness/statistics/statistics.h"
#include "harness/statistics/verdict.h"

namespace modlab::statistics {

/// Runs of one build differ by this much more than their samples show: docs/measurement.md has the figures.
inline constexpr double kBetweenRuns = 0.01;

/// A difference that matters between builds. Two intervals of half a per cent give a ratio one of 0.7 %, so that SAME
/// within the indifference itself could hardly ever be said.
inline constexpr double kSameBetweenRuns = 0.02;

/// A ratio of medians that were measured apart, so that no rounds pair their samples.
struct RunRatio {
  double ratio = 1;
  Interval ci{1, 1};   ///< 95 %
  double degrees = 1;  ///< of freedom, which the interval rests on

  /// How probable a ratio as far beyond 1 + indifference, or as far below 1 - indifference, is where the true one is
  /// within: once for either side.
  [[nodiscard]] double p_value(double indifference) const;
};

/// The product of `over` divided by that of `under`. Their errors add up as independent ones do, in relative terms and
/// on either side separately. (MOVER; Zou and Donner, 2008.)
RunRatio run_ratio(std::span<const Estimate> over, std::span<const Estimate> under);

/// `differs`: the ratio is beyond the indifference, by a test that regards how many ratios are judged at once.
/// Otherwise SAME where the interval lies within 2 %, or UNCLEAR.
Verdict judge_runs(const RunRatio& ratio, bool differs);

}  // namespace modlab::statistics
