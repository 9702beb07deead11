#include "harness/measure/stopping_rule.h"

#include <algorithm>

namespace modlab {

std::optional<Stop> StoppingRule::check(std::span<const double> samples, std::size_t drifted, double elapsed_ns) const {
  if (elapsed_ns >= max_ns && std::max(samples.size(), drifted) >= guaranteed_samples) return Stop::time;
  if (drifted > samples.size() + patience) return Stop::drift;
  if (samples.size() < min_samples) return std::nullopt;
  const Statistics statistics = describe(samples);
  const double width = relative_half_width(statistics);
  if (width <= precision) return Stop::precise;
  if (statistics.ci.low > out_of_reach_ns) return Stop::beaten;
  if (samples.size() < noise_samples) return std::nullopt;
  // Independent noise would have shrunk by the square root of two since half the samples.
  constexpr double kStillFalling = 0.9;
  const double before = relative_half_width(describe(samples.first(samples.size() / 2)));
  if (width > kStillFalling * before) return Stop::noise;
  return std::nullopt;
}

}  // namespace modlab
