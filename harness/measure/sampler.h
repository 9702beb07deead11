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

/// Every sample of one kernel, in the order taken, and why sampling stopped.
struct Measurement {
  std::vector<double> samples_ns;  ///< of one launch
  std::vector<bool> drifted;       ///< for each sample, whether the machine changed around it
  Statistics statistics;           ///< of the counted samples
  Stop stop = Stop::time;
};

/// The samples of a measurement that drifted, or those that did not.
std::vector<double> samples_where(const Measurement& measurement, bool drifted);

/// The samples behind the figures: the steady ones, or all where those are too few for an interval.
std::vector<double> counted_ns(const Measurement& measurement);

/// The pilot's kernel, compiled with the same compiler and shader model as `like`.
Variant pilot_variant(const Variant& like);

/// Times the kernels of one workbench and, between them, a pilot: a copy of a fixed shape on the workload's own
/// buffers, in the same mode. It sees the same memory, caches and clocks as the kernels, and takes less time than most
/// of them. Being bound by memory, it misses what slows only arithmetic; rounds even that out.
class Sampler {
 public:
  /// The pilot is pilot_variant(like).
  Sampler(Workbench& workbench, const Clock& clock, const Variant& like);
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  [[nodiscard]] Workbench& workbench() { return workbench_; }
  [[nodiscard]] Pilot& pilot() { return pilot_; }
  /// The median of the pilot's launches; 0 where there were none.
  [[nodiscard]] double pilot_ns() const { return pilot_.median_ns() / pilot_batch_; }

  /// The launches per sample; runs the kernel a few times to find out, which also warms it up.
  [[nodiscard]] std::uint32_t choose_batch(const PreparedKernel& prepared);

  /// One sample: nanoseconds per launch, over a batch of launches.
  [[nodiscard]] double take(const PreparedKernel& prepared, std::uint32_t batch);

 private:
  double time_pilot();

  Workbench& workbench_;
  Clock clock_;
  Variant pilot_variant_;
  std::optional<PreparedKernel> pilot_kernel_;  ///< created and verified when first needed
  std::uint32_t pilot_batch_ = 1;
  Pilot pilot_;
};

}  // namespace modlab
