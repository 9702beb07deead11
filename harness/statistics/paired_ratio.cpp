#include "harness/statistics/paired_ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "harness/statistics/student.h"

namespace modlab::statistics {
namespace {

constexpr double kVerdictConfidence = 0.99;

/// The share of values at either end that do not count: at least one of five, since at single addresses a kernel may be
/// much slower than at all others.
constexpr double kTrimmed = 0.2;

}  // namespace

Interval PairedRatio::interval(double confidence) const {
  if (!is_known()) return {0, std::numeric_limits<double>::infinity()};
  const double reach = log_error == 0 ? 0 : student_quantile((1 - confidence) / 2, degrees) * log_error;
  return {ratio * std::exp(-reach), ratio * std::exp(reach)};
}

PairedRatio paired_ratio(const BlockedSamples& base, const BlockedSamples& samples) {
  BlockedSamples logs;
  for (std::size_t i = 0; i < std::min(base.values.size(), samples.values.size()); ++i)
    logs.push_back(std::log(samples.values[i] / base.values[i]), base.blocks[i]);
  std::vector<double> values = block_medians(logs);
  std::ranges::sort(values);
  // The trimmed mean, and its error from the values with the trimmed ones pulled in (Tukey and McLaughlin, 1963).
  const auto n = values.size();
  const auto cut = static_cast<std::size_t>(kTrimmed * static_cast<double>(n));
  const auto kept = static_cast<double>(n - 2 * cut);
  double sum = 0;
  for (std::size_t i = cut; i < n - cut; ++i) sum += values[i];
  const double mean = sum / kept;
  const auto pulled_in = [&](std::size_t i) { return values[std::clamp(i, cut, n - 1 - cut)]; };
  double pulled_sum = 0;
  for (std::size_t i = 0; i < n; ++i) pulled_sum += pulled_in(i);
  const double pulled_mean = pulled_sum / static_cast<double>(n);
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) squares += (pulled_in(i) - pulled_mean) * (pulled_in(i) - pulled_mean);
  return {.blocks = n,
          .ratio = std::exp(mean),
          .log_error = kept > 1 ? std::sqrt(squares / (kept * (kept - 1))) : 0,
          .degrees = kept - 1};
}

Verdict judge(const PairedRatio& ratio) {
  const Verdict verdict = judge(ratio.interval(kVerdictConfidence), kIndifference, kIndifference);
  if (verdict == Verdict::faster || verdict == Verdict::slower) return verdict;
  return judge(ratio.interval(), std::numeric_limits<double>::infinity(), kIndifference);
}

}  // namespace modlab::statistics
