#pragma once

#include "harness/statistics/statistics.h"
#include "harness/statistics/verdict.h"

namespace modlab {

/// Runs of one build differ by this much more than their samples show: docs/measurement.md has the figures.
inline constexpr double kBetweenRuns = 0.01;

/// The interval of next over base where the two were measured apart, so that no rounds pair their samples. The errors
/// of both medians add up as independent ones do, in relative terms and on either side separately. (MOVER; Zou and
/// Donner, 2008.)
Interval ratio_interval(const Estimate& base, const Estimate& next);

/// Judges the ratio of two runs. `indifference` is at least kBetweenRuns, and more where either run was noisier.
Verdict judge_runs(const Interval& ratio, double indifference);

}  // namespace modlab
