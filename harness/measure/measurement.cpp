#include "harness/measure/measurement.h"

namespace modlab {

BlockedSamples samples_where(const Measurement& measurement, bool drifted) {
  const BlockedSamples& all = measurement.samples_ns;
  BlockedSamples samples;
  for (std::size_t i = 0; i < all.values.size(); ++i)
    if (measurement.drifted[i] == drifted) samples.push_back(all.values[i], all.blocks[i]);
  return samples;
}

BlockedSamples counted_ns(const Measurement& measurement) {
  BlockedSamples steady = samples_where(measurement, false);
  return steady.block_count() < kMinForInterval ? measurement.samples_ns : steady;
}

}  // namespace modlab
