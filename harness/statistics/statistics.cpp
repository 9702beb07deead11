#include "harness/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace modlab::statistics {
namespace {

std::vector<double> sorted_copy(std::span<const double> samples) {
  std::vector<double> values(samples.begin(), samples.end());
  std::ranges::sort(values);
  return values;
}

/// P(Binomial(n, 1/2) = k)
double binomial_half(std::size_t n, std::size_t k) {
  const auto count = static_cast<double>(n);
  const auto i = static_cast<double>(k);
  return std::exp(std::lgamma(count + 1) - std::lgamma(i + 1) - std::lgamma(count - i + 1) - count * std::log(2.0));
}

/// Student's statistic of the blocks' sums: how far they are from summing to zero.
double student_statistic(std::span<const double> sums) {
  const auto n = static_cast<double>(sums.size());
  double sum = 0;
  double squares = 0;
  for (const double each : sums) {
    sum += each;
    squares += each * each;
  }
  const double mean = sum / n;
  const double variance = (squares - n * mean * mean) / (n - 1);
  if (mean == 0) return 0;
  return variance <= 0 ? std::copysign(std::numeric_limits<double>::infinity(), mean) : mean / std::sqrt(variance / n);
}

/// The statistic of the k-th smallest of n independent values: how many more of the others are above it than below.
double rank_statistic(std::size_t n, std::size_t k) {
  std::vector<double> signs(n, 1);
  std::fill_n(signs.begin(), k - 1, -1.0);
  signs[k - 1] = 0;
  return student_statistic(signs);
}

/// The statistic within which the median of n blocks lies with this confidence; nothing where there are too few. Exact
/// for blocks of one sample: the k-th values from either end hold the median between them with probability
/// 1 - 2 P(Binomial(n, 1/2) < k), and between the pair that does so too often and the next, which does so too rarely,
/// the bound is interpolated (Hettmansperger and Sheather, 1986).
std::optional<double> critical_statistic(std::size_t n, double confidence) {
  double held = 1 - 2 * binomial_half(n, 0);
  if (held < confidence) return std::nullopt;
  std::size_t k = 1;
  double held_by_next = held - 2 * binomial_half(n, k);
  while (held_by_next >= confidence) {
    held = held_by_next;
    ++k;
    held_by_next = held - 2 * binomial_half(n, k);
  }
  const double share = (held - confidence) / (held - held_by_next);
  const auto outside = static_cast<double>(k);
  const auto others = static_cast<double>(n) - outside;
  const double weight = others * share / (outside + (others - outside) * share);
  return std::lerp(rank_statistic(n, k), rank_statistic(n, k + 1), weight);
}

/// The statistic of the sample with this rank as the supposed median: how many more are above it than below, block by
/// block.
double median_statistic(const BlockedSamples& samples, std::span<const std::size_t> ranks, std::size_t median) {
  std::vector<double> sums;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i == 0 || samples.blocks[i] != samples.blocks[i - 1]) sums.push_back(0);
    sums.back() += ranks[i] > median ? 1 : ranks[i] < median ? -1 : 0;
  }
  return student_statistic(sums);
}

/// The supposed medians that the samples do not contradict.
Interval interval_of(const BlockedSamples& samples, double confidence) {
  // By ranks rather than by values, of which a coarse clock makes many equal.
  const std::size_t n = samples.values.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return samples.values[i]; });
  const auto value_at = [&](std::size_t rank) { return samples.values[order[rank]]; };
  const auto critical = critical_statistic(samples.block_count(), confidence);
  if (!critical) return {value_at(0), value_at(n - 1)};
  std::vector<std::size_t> ranks(n);
  for (std::size_t rank = 0; rank < n; ++rank) ranks[order[rank]] = rank;

  const auto bound = [&](auto rank_from_end, double sign) {
    const auto statistic = [&](std::size_t i) { return sign * median_statistic(samples, ranks, rank_from_end(i)); };
    // The outermost that is not contradicted, and from there towards the one beyond it.
    std::size_t beyond = 0;
    std::size_t within = n / 2;
    if (statistic(beyond) <= *critical) return value_at(rank_from_end(beyond));
    while (within - beyond > 1) {
      const std::size_t middle = (beyond + within) / 2;
      (statistic(middle) > *critical ? beyond : within) = middle;
    }
    const double too_far = statistic(beyond);
    if (std::isinf(too_far)) return value_at(rank_from_end(beyond));
    return std::lerp(value_at(rank_from_end(beyond)), value_at(rank_from_end(within)),
                     (too_far - *critical) / (too_far - statistic(within)));
  };
  return {bound([](std::size_t i) { return i; }, 1), bound([n](std::size_t i) { return n - 1 - i; }, -1)};
}

}  // namespace

BlockedSamples each_its_own(std::span<const double> values) {
  BlockedSamples samples{.values = {values.begin(), values.end()}, .blocks = std::vector<std::uint32_t>(values.size())};
  std::iota(samples.blocks.begin(), samples.blocks.end(), 0u);
  return samples;
}

std::size_t BlockedSamples::block_count() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (i == 0 || blocks[i] != blocks[i - 1]) ++count;
  return count;
}

BlockedSamples BlockedSamples::first_blocks(std::size_t count) const {
  BlockedSamples first;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if ((i == 0 || blocks[i] != blocks[i - 1]) && count-- == 0) break;
    first.push_back(values[i], blocks[i]);
  }
  return first;
}

std::vector<double> block_medians(const BlockedSamples& samples) {
  std::vector<double> medians;
  const std::span values(samples.values);
  for (std::size_t first = 0, end = 0; first < values.size(); first = end) {
    while (end < values.size() && samples.blocks[end] == samples.blocks[first]) ++end;
    // Halfway between two is not the middle of skewed times: of an even number, the last is left out.
    const std::size_t odd = (end - first - 1) / 2 * 2 + 1;
    medians.push_back(median_of(values.subspan(first, odd)));
  }
  return medians;
}

double quantile(std::span<const double> sorted, double share) {
  const double rank = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const double fraction = rank - static_cast<double>(below);
  if (fraction == 0 || sorted[below] == sorted[below + 1]) return sorted[below];  // which may be infinite
  return std::lerp(sorted[below], sorted[below + 1], fraction);
}

Statistics describe(const BlockedSamples& samples) {
  const std::vector<double> values = sorted_copy(samples.values);
  const double median = quantile(values, 0.5);
  std::vector<double> deviations;
  for (const double value : values) deviations.push_back(std::abs(value - median));
  return {.count = values.size(),
          .blocks = samples.block_count(),
          .median = median,
          .min = values.front(),
          .q1 = quantile(values, 0.25),
          .q3 = quantile(values, 0.75),
          .mad = median_of(deviations),
          .ci = interval_of(samples, 0.95)};
}

Statistics describe(std::span<const double> samples) { return describe(each_its_own(samples)); }

double median_of(std::span<const double> samples) { return quantile(sorted_copy(samples), 0.5); }

Interval median_interval(const BlockedSamples& samples, double confidence) { return interval_of(samples, confidence); }

Interval median_interval(std::span<const double> values, double confidence) {
  return median_interval(each_its_own(values), confidence);
}

double relative_half_width(const Statistics& statistics) {
  return (statistics.ci.high - statistics.ci.low) / 2 / statistics.median;
}

}  // namespace modlab::statistics
