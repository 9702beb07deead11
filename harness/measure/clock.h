#pragma once

#include <cstdint>

#include "harness/device/device.h"

namespace modlab {

/// What the device's timestamps can resolve. A driver may report 1 GHz and step in microseconds, so it is measured.
struct Clock {
  double tick_ns = 0;        ///< one unit of the timestamp counter
  double step_ns = 0;        ///< smallest difference seen between two readings
  double empty_pair_ns = 0;  ///< what a pair of timestamps around nothing costs
  /// A batch's first launch also pays for waking what slept, up to 60 us on the software driver; nothing to speak of on
  /// a GPU. No batch is shorter than this.
  double shortest_batch_ns = 2e6;
};

Clock probe_clock(Device& device);

/// How many launches one sample needs, given about how long one takes: at least 200 steps, so that the clock's step is
/// below the 0.5 % we want to tell apart, 100 empty pairs, so that their cost is below 1 %, and the shortest batch; at
/// most 50 ms.
std::uint32_t batch_size(const Clock& clock, double launch_ns);

}  // namespace modlab
