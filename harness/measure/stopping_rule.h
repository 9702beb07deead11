#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "harness/statistics/statistics.h"
#include "kernels/names.h"

namespace modlab {

/// Why sampling ended.
enum class Stop {
  precise,  ///< the interval of the median is narrow enough
  noise,    ///< more samples have stopped to narrow it
  time,     ///< the time for this measurement is used up
  drift,    ///< the machine would not keep still
  beaten,   ///< the kernel is slower than anyone asks for
};
inline constexpr std::array<Named<Stop>, 5> kStopNames{{{Stop::precise, "precise"},
                                                        {Stop::noise, "noise"},
                                                        {Stop::time, "time"},
                                                        {Stop::drift, "drift"},
                                                        {Stop::beaten, "beaten"}}};
constexpr std::string_view name_of(Stop stop) { return name_in(kStopNames, stop); }

/// When a measurement has enough samples.
struct StoppingRule {
  /// Half the width of the median's interval, as a share of the median. Kernels closer than this are called a tie.
  double precision = kIndifference;
  /// The least for which the order statistics of a 95 % interval leave out the extremes: one outlier is not its end.
  std::size_t least_samples = 9;
  /// The judgement of noise compares with the first half of the samples, which must itself be worth judging.
  std::size_t noise_samples = 40;
  /// Samples that drifted are taken again, but no more than there are others and so many beside.
  std::size_t patience = 15;
  double longest_ns = 1e9;
  /// Nobody asks how much slower than this a kernel is.
  double out_of_reach_ns = std::numeric_limits<double>::infinity();
  /// Samples that are taken, and if they drift taken again, even when the time is up: a row without any would say
  /// nothing.
  std::size_t fewest = 1;

  /// `samples` are those of a steady machine, `drifted` is how many more there are, elapsed_ns the wall time that this
  /// measurement has taken so far.
  [[nodiscard]] std::optional<Stop> check(std::span<const double> samples, std::size_t drifted,
                                          double elapsed_ns) const;
};

}  // namespace modlab
