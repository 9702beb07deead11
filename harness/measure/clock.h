#pragma once

#include <cstdint>

#include "harness/device/device.h"

namespace modlab::measure {

/// The resolution of the device's timestamps, measured because a driver may report 1 GHz and step in microseconds.
struct Clock {
  double tick_ns = 0;        ///< one unit of the timestamp counter
  double step_ns = 0;        ///< smallest difference seen between two readings
  double empty_pair_ns = 0;  ///< the cost of a pair of timestamps around nothing
  /// No batch is shorter than this: its first launch also pays for waking idle threads, up to 60 us on a software
  /// adapter and negligible on a GPU.
  double shortest_batch_ns = 2e6;
};

Clock probe_clock(Device& device);

/// How many launches a sample needs, given about how long one takes: at least 200 clock steps, so that a step is below
/// the 0.5 % we want to resolve, 100 empty pairs, so that their cost is below 1 %, and the shortest batch; at most 50
/// ms.
std::uint32_t batch_size(const Clock& clock, double launch_ns);

}  // namespace modlab::measure
