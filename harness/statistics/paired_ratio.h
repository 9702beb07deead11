#pragma once

#include <cstddef>
#include <span>

#include "harness/statistics/statistics.h"
#include "harness/statistics/verdict.h"

namespace modlab {

/// Two kernels timed in the same rounds: the ratio of samples over base, round by round.
struct PairedRatio {
  std::size_t pairs = 0;
  double median = 1;
  Interval ci{1, 1};                               ///< of that median, with the confidence asked for
  std::size_t min_pairs = kMinSamplesForInterval;  ///< with fewer there is no interval of that confidence
};

/// Needs at least one pair; rounds that only one side has are ignored.
PairedRatio paired_ratio(std::span<const double> base, std::span<const double> samples, double confidence = 0.95);

/// Against the indifference; UNCLEAR where there are too few pairs for an interval.
Verdict judge(const PairedRatio& ratio);

}  // namespace modlab
