#pragma once

#include <cstddef>

#include "harness/statistics/statistics.h"
#include "harness/statistics/verdict.h"

namespace modlab::statistics {

/// Two kernels timed in the same rounds: the ratio of samples over base, round by round. What slows a round slows both,
/// and two kernels of the same speed differ as often one way as the other, however skewed their times are: so the
/// logarithms of the ratios are averaged, without the fifth at either end.
struct PairedRatio {
  std::size_t blocks = 0;  ///< independent ratios
  double ratio = 1;
  double log_error = 0;  ///< standard error of the ratio's logarithm
  double degrees = 0;    ///< of freedom, which that error rests on

  /// Whether there are enough blocks for an interval or a verdict.
  [[nodiscard]] bool is_known() const { return blocks >= kMinBlocks; }
  static constexpr std::size_t kMinBlocks = 4;

  /// By Student's distribution: honest about few blocks.
  [[nodiscard]] Interval interval(double confidence = 0.95) const;
};

/// Needs at least one pair; rounds that only one side has are ignored. The blocks are those of `base`.
PairedRatio paired_ratio(const BlockedSamples& base, const BlockedSamples& samples);

/// Against the indifference. FASTER or SLOWER is wrong once in a hundred verdicts on equal kernels, whatever the noise;
/// SAME is by the 95 % interval. UNCLEAR where there are too few blocks.
Verdict judge(const PairedRatio& ratio);

}  // namespace modlab::statistics
