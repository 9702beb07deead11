#pragma once

#include <cstdint>
#include <vector>

#include "harness/measure/clock.h"
#include "harness/measure/statistics.h"
#include "harness/measure/stopping_rule.h"
#include "harness/measure/workbench.h"

namespace modlab {

/// Every sample of one kernel, in the order taken, and why there are no more.
struct Measurement {
  std::vector<double> samples_ns;  ///< of one launch
  Statistics statistics;
  Stop stop = Stop::time;
};

/// Launches a sample needs; runs the kernel once or twice to find out, which also warms it up.
std::uint32_t choose_batch(Workbench& bench, const Clock& clock, const PreparedKernel& prepared);

/// One sample: nanoseconds a launch, over a batch of launches with a barrier after each (mode `warm`).
double take_sample(Workbench& bench, const Clock& clock, const PreparedKernel& prepared, std::uint32_t batch);

/// Samples one kernel alone until the rule says stop.
Measurement sample_alone(Workbench& bench, const Clock& clock, const PreparedKernel& prepared,
                         const StoppingRule& rule);

}  // namespace modlab
