#include "harness/statistics/outlier_fence.h"

#include <algorithm>

namespace modlab::statistics {

Interval outlier_fence(std::span<const double> samples, double min_share) {
  // The median absolute deviation of a normal distribution times this is its standard deviation.
  constexpr double kDeviationPerMad = 1.4826;
  constexpr double kDeviations = 3.5;
  const Statistics statistics = describe(samples);
  const double reach = std::max(kDeviations * kDeviationPerMad * statistics.mad, min_share * statistics.median);
  return {statistics.median - reach, statistics.median + reach};
}

}  // namespace modlab::statistics
