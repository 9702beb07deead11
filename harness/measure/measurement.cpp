#include "harness/measure/measurement.h"

namespace modlab::measure {

statistics::BlockedSamples samples_where(const Measurement& measurement, bool drifted) {
  const statistics::BlockedSamples& all = measurement.samples_ns;
  statistics::BlockedSamples samples;
  for (std::size_t i = 0; i < all.values.size(); ++i)
    if (measurement.drifted[i] == drifted) samples.push_back(all.values[i], all.blocks[i]);
  return samples;
}

statistics::BlockedSamples counted_ns(const Measurement& measurement) {
  statistics::BlockedSamples steady = samples_where(measurement, false);
  return steady.block_count() < statistics::kMinForInterval ? measurement.samples_ns : steady;
}

}  // namespace modlab::measure
