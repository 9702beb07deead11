#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/measure/clock.h"
#include "harness/measure/pilot.h"
#include "harness/measure/stopping_rule.h"
#include "harness/measure/workbench.h"
#include "harness/statistics/statistics.h"

namespace modlab {

/// Every sample of one kernel, in the order taken, and why there are no more.
struct Measurement {
  std::vector<double> samples_ns;  ///< of one launch
  std::vector<bool> drifted;       ///< for each of them, whether the machine changed around it
  Statistics statistics;           ///< of those that count
  Stop stop = Stop::time;
};

/// Those samples of a measurement whose flag is this.
std::vector<double> samples_where(const Measurement& measurement, bool drifted);

/// The samples that the figures are made of: the steady ones, or all where those are too few for an interval.
std::vector<double> counted_ns(const Measurement& measurement);

/// The pilot's kernel, compiled as this variant is.
Variant pilot_variant(const Variant& like);

/// Times the kernels of one bench, and beside them a pilot: a copy of a fixed shape on the workload's own buffers in
/// the bench's own mode. It meets the memory, caches and clocks that the kernels meet, and takes less time than most of
/// them. Bound by memory, it does not see what slows arithmetic alone; that is for rounds to even out.
class Sampler {
 public:
  /// The pilot is that of this variant.
  Sampler(Workbench& bench, const Clock& clock, const Variant& like);
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  [[nodiscard]] Workbench& bench() { return bench_; }
  [[nodiscard]] Pilot& pilot() { return pilot_; }
  /// The median of the pilot's launches; 0 where there were none.
  [[nodiscard]] double pilot_ns() const { return pilot_.median_ns() / pilot_batch_; }

  /// Launches a sample needs; runs the kernel a few times to find out, which also warms it up.
  [[nodiscard]] std::uint32_t choose_batch(const PreparedKernel& prepared);

  /// One sample: nanoseconds a launch, over a batch of launches.
  [[nodiscard]] double take(const PreparedKernel& prepared, std::uint32_t batch);

 private:
  double time_pilot();

  Workbench& bench_;
  Clock clock_;
  Variant pilot_variant_;
  std::optional<PreparedKernel> pilot_kernel_;  ///< made, and verified, when first needed
  std::uint32_t pilot_batch_ = 1;
  Pilot pilot_;
};

}  // namespace modlab
