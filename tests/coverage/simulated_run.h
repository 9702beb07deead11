#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/tune/confirmation.h"
#include "tests/support/simulated_device.h"

namespace modlab {

/// A kind of noise that real machines have, on the simulated device.
struct World {
  std::string name;
  double noise = 0.002;       ///< of every launch
  bool skewed = false;        ///< it only lengthens
  double location_noise = 0;  ///< of every address, of kernels and of buffers
  double outliers = 0;        ///< the share of batches that something else disturbs, by up to a half
  bool throttles = false;     ///< now and then everything is 5 % slower for a while
};

/// What every claim is tried on.
const std::vector<World>& worlds();

/// A whole run over kernels with these true times: each is screened, and the finalists are confirmed. The memory pilot
/// takes as long as the machine is slow.
struct SimulatedRun {
  std::vector<std::size_t> finalists;  ///< by their place among the kernels
  tune::Confirmation confirmation;
};
SimulatedRun simulate(const World& world, std::span<const double> kernels_ns, std::uint64_t seed,
                      const tune::ConfirmationRule& rule, double machine = 1);

/// The median of all samples that could be taken of a kernel whose launches take this long without noise.
double true_median(const World& world, double kernel_ns);

}  // namespace modlab
