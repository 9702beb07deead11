#include "harness/measure/stopping_rule.h"

#include <algorithm>

namespace modlab::measure {

std::optional<Stop> StoppingRule::check(const statistics::BlockedSamples& steady,
                                        const statistics::BlockedSamples& drifted, double elapsed_ns) const {
  if (elapsed_ns >= max_ns && std::max(steady.block_count(), drifted.block_count()) >= guaranteed_blocks)
    return Stop::time;
  if (drifted.values.size() > steady.values.size() + patience) return Stop::drift;
  if (steady.values.size() < min_samples || steady.block_count() < statistics::kMinForInterval) return std::nullopt;
  const statistics::Statistics statistics = statistics::describe(steady);
  const double width = statistics::relative_half_width(statistics);
  if (width <= precision) return Stop::precise;
  if (statistics.ci.low > out_of_reach_ns) return Stop::beaten;
  if (statistics.blocks < noise_blocks) return std::nullopt;
  // Independent noise would have shrunk by the square root of two since half the blocks.
  constexpr double kStillFalling = 0.9;
  const double before =
      statistics::relative_half_width(statistics::describe(steady.first_blocks(statistics.blocks / 2)));
  if (width > kStillFalling * before) return Stop::noise;
  return std::nullopt;
}

StoppingRule rule_alone(const statistics::SamplingRule& sampling) {
  return {.precision = sampling.precision,
          .min_samples = sampling.min_samples,
          .max_ns = sampling.max_time_per_variant_s * 1e9};
}

}  // namespace modlab::measure
