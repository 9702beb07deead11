#include "harness/measure/clock.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/statistics/statistics.h"

namespace modlab::measure {

Clock probe_clock(Device& device) {
  constexpr std::size_t kReadings = 101;
  // A pair that is short compared with the clock's step rarely spans one, and without one the step is unknown.
  constexpr std::size_t kMaxReadings = 5001;
  const Phase phase(device, "probe the clock");
  std::vector<double> readings;
  bool moved = false;
  while (readings.size() < kReadings || (!moved && readings.size() < kMaxReadings)) {
    readings.push_back(static_cast<double>(device.time({.launches = {}})));
    moved = moved || readings.back() > 0;
  }
  std::ranges::sort(readings);

  double step = 0;
  double previous = 0;  // a pair that takes no time at all is a reading too
  for (const double reading : readings) {
    const double difference = reading - previous;
    if (difference > 0 && (step == 0 || difference < step)) step = difference;
    previous = reading;
  }
  Clock clock;
  clock.tick_ns = 1e9 / static_cast<double>(device.traits().timestamp_hz);
  clock.step_ns = std::max(step, 1.0) * clock.tick_ns;
  clock.empty_pair_ns = statistics::median_of(readings) * clock.tick_ns;
  clock.shortest_batch_ns = device.traits().software ? 2e6 : 0.4e6;
  return clock;
}

std::uint32_t batch_size(const Clock& clock, double launch_ns) {
  constexpr double kMax_ns = 50e6;
  const double shortest_ns =
      std::min(kMax_ns, std::max({clock.shortest_batch_ns, 200 * clock.step_ns, 100 * clock.empty_pair_ns}));
  return static_cast<std::uint32_t>(std::clamp(std::ceil(shortest_ns / std::max(launch_ns, 1.0)), 1.0, 1e9));
}

}  // namespace modlab::measure
