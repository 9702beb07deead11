#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "harness/statistics/sampling_rule.h"
#include "kernels/names.h"

namespace modlab::measure {

/// Why sampling ended.
enum class Stop {
  precise,  ///< the interval of the median is narrow enough
  noise,    ///< more samples no longer narrow it
  time,     ///< the time for this measurement is up
  drift,    ///< the machine kept drifting
  beaten,   ///< the kernel is too slow to matter
  settled,  ///< the race is: every kernel has lost to the leader or ties with it
};
inline constexpr std::array<Named<Stop>, 6> kStopNames{{{Stop::precise, "precise"},
                                                        {Stop::noise, "noise"},
                                                        {Stop::time, "time"},
                                                        {Stop::drift, "drift"},
                                                        {Stop::beaten, "beaten"},
                                                        {Stop::settled, "settled"}}};
constexpr std::string_view name_of(Stop stop) { return name_in(kStopNames, stop); }

/// When a measurement has enough samples.
struct StoppingRule {
  /// Half the width of the median's interval, as a share of the median. Kernels closer than this are called a tie.
  double precision = statistics::kIndifference;
  /// The fewest for which the order statistics of a 95 % interval exclude the extremes, so that one outlier cannot be
  /// its end.
  std::size_t min_samples = 9;
  /// Noise is judged against the first half of the blocks, which must be large enough itself.
  std::size_t noise_blocks = 40;
  /// Drifted samples are taken again, up to the number of steady ones plus this many.
  std::size_t patience = 15;
  double max_ns = 1e9;
  /// How much slower than this a kernel is does not matter.
  double out_of_reach_ns = std::numeric_limits<double>::infinity();
  /// Blocks that are sampled, and repeated if they drift, even when the time is up: a row without samples would be
  /// useless.
  std::size_t guaranteed_blocks = 1;

  /// `steady` are the samples that count, `drifted` those taken while the machine changed, `elapsed_ns` the wall time
  /// of this measurement so far.
  [[nodiscard]] std::optional<Stop> check(const statistics::BlockedSamples& steady,
                                          const statistics::BlockedSamples& drifted, double elapsed_ns) const;
};

/// The rule for sampling a variant alone.
StoppingRule rule_alone(const statistics::SamplingRule& sampling);

}  // namespace modlab::measure
