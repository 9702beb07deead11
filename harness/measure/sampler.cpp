#include "harness/measure/sampler.h"

#include <algorithm>

#include "harness/measure/stopwatch.h"

namespace modlab {

std::uint32_t choose_batch(Workbench& bench, const Clock& clock, const PreparedKernel& prepared) {
  // The first launch may include work the driver put off until now; the second is judged.
  static_cast<void>(bench.time(prepared, 1));
  const double once_ns = static_cast<double>(bench.time(prepared, 1)) * clock.tick_ns;
  const std::uint32_t batch =
      std::min(bench.max_batch(), batch_size(clock, std::max(once_ns - clock.empty_pair_ns, clock.tick_ns)));
  if (batch == 1) return 1;
  // A launch among others is cheaper than one alone; what was chosen from one alone may be too short.
  const double together_ns = static_cast<double>(bench.time(prepared, batch)) * clock.tick_ns;
  return std::min(bench.max_batch(), batch_size(clock, together_ns / batch));
}

double take_sample(Workbench& bench, const Clock& clock, const PreparedKernel& prepared, std::uint32_t batch) {
  return static_cast<double>(bench.time(prepared, batch)) * clock.tick_ns / batch;
}

Measurement sample_alone(Workbench& bench, const Clock& clock, const PreparedKernel& prepared,
                         const StoppingRule& rule) {
  const Stopwatch stopwatch;
  const std::uint32_t batch = choose_batch(bench, clock, prepared);
  Measurement measurement;
  for (;;) {
    measurement.samples_ns.push_back(take_sample(bench, clock, prepared, batch));
    if (const auto stop = rule.check(measurement.samples_ns, stopwatch.elapsed_ns())) {
      measurement.stop = *stop;
      measurement.statistics = describe(measurement.samples_ns);
      return measurement;
    }
  }
}

}  // namespace modlab
