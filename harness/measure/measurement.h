#pragma once

#include <vector>

#include "harness/measure/stopping_rule.h"
#include "harness/statistics/statistics.h"

namespace modlab::measure {

/// Every sample of one kernel, in the order taken, and why sampling stopped.
struct Measurement {
  statistics::BlockedSamples samples_ns;  ///< of one launch
  std::vector<bool> drifted;              ///< for each sample, whether the machine changed around it
  statistics::Statistics statistics;      ///< of the counted samples
  Stop stop = Stop::time;
};

/// The samples of a measurement that drifted, or those that did not.
statistics::BlockedSamples samples_where(const Measurement& measurement, bool drifted);

/// The samples behind the figures: the steady ones, or all where those are too few for an interval.
statistics::BlockedSamples counted_ns(const Measurement& measurement);

}  // namespace modlab::measure
