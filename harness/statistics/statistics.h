#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace modlab::statistics {

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
  std::size_t blocks = 0;  ///< behind the interval
};

/// What a set of samples says. Medians and ranks throughout: timings have outliers on one side only.
struct Statistics {
  std::size_t count = 0;
  std::size_t blocks = 0;  ///< what the interval rests on
  double median = 0;
  double min = 0;
  double q1 = 0;
  double q3 = 0;
  double mad = 0;  ///< median absolute deviation from the median
  Interval ci;     ///< 95 % confidence interval of the median
};

/// Samples of one block have something in common that those of the next do not share, such as the kernel's address, and
/// are no independent evidence: an interval takes the blocks, not the samples, for independent.
struct BlockedSamples {
  std::vector<double> values;
  std::vector<std::uint32_t> blocks;  ///< for each value, the number of its block, which never falls

  void push_back(double value, std::uint32_t block) {
    values.push_back(value);
    blocks.push_back(block);
  }
  [[nodiscard]] std::size_t block_count() const;
  /// Those of the first so many blocks.
  [[nodiscard]] BlockedSamples first_blocks(std::size_t count) const;
};

/// Every value its own block.
BlockedSamples each_its_own(std::span<const double> values);

/// The median of each block.
std::vector<double> block_medians(const BlockedSamples& samples);

/// Needs at least one sample. Without blocks, every sample is its own.
Statistics describe(std::span<const double> samples);
Statistics describe(const BlockedSamples& samples);

/// The value below which this share of the values lies, interpolated between neighbours. Needs at least one.
double quantile(std::span<const double> sorted, double share);

double median_of(std::span<const double> samples);

/// With fewer values, even their whole range contains the median less often than 95 times in a hundred.
inline constexpr std::size_t kMinForInterval = 6;

/// The confidence interval of the median. It asks of every supposed median how many more samples are above it than
/// below in each block, and whether these sums may come from blocks in which both are equally probable; which assumes
/// nothing about the distribution of the samples. With blocks of one sample these are the usual order statistics. The
/// whole range where there are too few blocks for it.
Interval median_interval(const BlockedSamples& samples, double confidence = 0.95);
Interval median_interval(std::span<const double> values, double confidence = 0.95);

inline Estimate estimate_of(const Statistics& statistics) {
  return {statistics.median, statistics.ci, statistics.blocks};
}

/// Half the interval's width as a share of the median.
double relative_half_width(const Statistics& statistics);

}  // namespace modlab::statistics
