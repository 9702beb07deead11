#pragma once

#include <cstddef>
#include <span>

namespace modlab {

/// Differences below this are of no use to anyone, whatever their significance.
inline constexpr double kIndifference = 0.005;

struct Interval {
  double low = 0;
  double high = 0;

  [[nodiscard]] constexpr bool contains(double value) const { return low <= value && value <= high; }
};

/// A median and its 95 % confidence interval: what a journal keeps of the samples.
struct Estimate {
  double median = 0;
  Interval ci;
};

/// What a set of samples says. Medians and ranks throughout: timings have outliers on one side only.
struct Statistics {
  std::size_t count = 0;
  double median = 0;
  double min = 0;
  double q1 = 0;
  double q3 = 0;
  double mad = 0;  ///< median absolute deviation from the median
  Interval ci;     ///< 95 % confidence interval of the median
};

/// Needs at least one sample.
Statistics describe(std::span<const double> samples);

/// The value below which this share of the values lies, interpolated between neighbours. Needs at least one.
double quantile(std::span<const double> sorted, double share);

double median_of(std::span<const double> samples);

/// With fewer samples, even their whole range contains the median less often than this.
std::size_t min_samples_for_interval(double confidence);
inline constexpr std::size_t kMinSamplesForInterval = 6;  ///< at 95 %

/// The confidence interval of the median from order statistics, which assumes nothing about the distribution; the whole
/// range where there are too few samples for it.
Interval median_interval(std::span<const double> samples, double confidence = 0.95);

/// Half the interval's width as a share of the median.
double relative_half_width(const Statistics& statistics);

}  // namespace modlab
