#include "harness/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace modlab {
namespace {

std::vector<double> sorted_copy(std::span<const double> samples) {
  std::vector<double> values(samples.begin(), samples.end());
  std::ranges::sort(values);
  return values;
}

/// How many samples lie outside the interval on either side: the largest k for which P(Binomial(n, 1/2) < k) is at most
/// half of 1 - confidence.
std::size_t outside_rank(std::size_t n, double confidence) {
  const auto count = static_cast<double>(n);
  double cumulative = 0;
  for (std::size_t k = 0; k <= n / 2; ++k) {
    const auto i = static_cast<double>(k);
    cumulative +=
        std::exp(std::lgamma(count + 1) - std::lgamma(i + 1) - std::lgamma(count - i + 1) - count * std::log(2.0));
    if (cumulative > (1 - confidence) / 2) return k;
  }
  return n / 2;
}

Interval interval_of(const std::vector<double>& sorted_values, double confidence) {
  const std::size_t outside = outside_rank(sorted_values.size(), confidence);
  // The k-th smallest bounds the median with that confidence; k = 0 means that not even the smallest does.
  const std::size_t low = outside == 0 ? 0 : outside - 1;
  return {sorted_values[low], sorted_values[sorted_values.size() - 1 - low]};
}

}  // namespace

double quantile(std::span<const double> sorted, double share) {
  const double rank = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const double fraction = rank - static_cast<double>(below);
  if (fraction == 0 || sorted[below] == sorted[below + 1]) return sorted[below];  // which may be infinite
  return std::lerp(sorted[below], sorted[below + 1], fraction);
}

Statistics describe(std::span<const double> samples) {
  const std::vector<double> values = sorted_copy(samples);
  const double median = quantile(values, 0.5);
  std::vector<double> deviations;
  for (const double value : values) deviations.push_back(std::abs(value - median));
  return {.count = values.size(),
          .median = median,
          .min = values.front(),
          .q1 = quantile(values, 0.25),
          .q3 = quantile(values, 0.75),
          .mad = median_of(deviations),
          .ci = interval_of(values, 0.95)};
}

double median_of(std::span<const double> samples) { return quantile(sorted_copy(samples), 0.5); }

std::size_t min_samples_for_interval(double confidence) {
  std::size_t count = 1;
  while (outside_rank(count, confidence) == 0) ++count;
  return count;
}

Interval median_interval(std::span<const double> samples, double confidence) {
  return interval_of(sorted_copy(samples), confidence);
}

double relative_half_width(const Statistics& statistics) {
  return (statistics.ci.high - statistics.ci.low) / 2 / statistics.median;
}

}  // namespace modlab
