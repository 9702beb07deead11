#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/measure/clock.h"
#include "harness/measure/measurement.h"
#include "harness/measure/pilot.h"
#include "harness/measure/stopping_rule.h"
#include "harness/measure/workbench.h"
#include "harness/statistics/statistics.h"

namespace modlab::measure {

/// Times the kernels of one workbench and, between them, two pilots. One is bound by memory: a copy of a fixed shape on
/// the workload's own buffers, in the same mode. The other is bound by arithmetic and touches no memory: it sees the
/// core's clock fall, which the first does not. Both are faster than most kernels.
class Sampler {
 public:
  /// The pilots are compiled with this build's compiler and shader model. `at_work`: the device was until a moment ago,
  /// so its clocks are up.
  Sampler(Workbench& workbench, const Clock& clock, const Build& build, bool at_work = false);
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  [[nodiscard]] Workbench& workbench() { return workbench_; }
  /// The memory pilot.
  [[nodiscard]] const Candidate& pilot() const { return pilot_; }
  /// A launch of the arithmetic pilot, by all its timings so far; nothing where there were none.
  [[nodiscard]] std::optional<statistics::Estimate> arithmetic_pilot() const;

  /// Returns when both pilots are steady.
  void settle();
  /// Times both pilots once; false where the samples since they were timed last cannot be trusted.
  [[nodiscard]] bool steady();

  /// The launches per sample; runs the kernel a few times to find out, which also warms it up.
  [[nodiscard]] std::uint32_t choose_batch(const PreparedKernel& prepared);

  /// One sample: nanoseconds per launch, over a batch of launches.
  [[nodiscard]] double take(const PreparedKernel& prepared, std::uint32_t batch,
                            WorkingSet::Where where = WorkingSet::Where::moving,
                            Workbench::Checks checks = Workbench::Checks::some);

 private:
  /// A kernel that shows drift. It and its buffers stay where they are, so that a change of its time is one of the
  /// machine.
  struct PilotKernel {
    PilotKernel(Sampler& sampler, PreparedKernel prepared, double plateau_ns);

    PreparedKernel kernel;
    std::uint32_t batch;
    Pilot pilot;
  };
  void make_pilots();

  Workbench& workbench_;
  Clock clock_;
  Candidate pilot_;
  bool at_work_;
  std::optional<PilotKernel> memory_;      ///< made when first needed, as is the other
  std::optional<PilotKernel> arithmetic_;  ///< none where it was refused, for example because a pack lacks it
};

}  // namespace modlab::measure
