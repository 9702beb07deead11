#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <utility>

#include "harness/measure/rounds.h"

namespace modlab {

/// The copy kernel of a variant's shape.
Variant copy_of(Variant variant);

/// The fastest that memory gives a kernel of this workload: copy kernels with the same two reads and one write on the
/// same buffers, through every access path and bytes a load that its variants use, verified like any other kernel. The
/// best of them is the roofline. A kernel beyond it has not done its work.
class Roofline {
 public:
  Roofline(Sampler& sampler, std::uint64_t seed);

  /// GB/s of the best copy known; 0 before the first path was explored.
  [[nodiscard]] double gbps() const;

  /// Times copies through the variant's access path and bytes a load, where there were none yet.
  void explore(const Variant& variant);

  /// Holds a measured variant against the roofline, its path explored. One that seems to exceed it is timed again,
  /// round by round, against a copy of its very own shape, which may raise the roofline. Throws VariantFailure with
  /// above_roofline where the variant is faster than that copy beyond doubt.
  void check(const PreparedKernel& prepared, double measured_ns);

  /// Takes in a copy that was timed elsewhere in the run; it may raise the roofline.
  void learn(double copy_ns);

 private:
  Sampler& sampler_;
  std::mt19937_64 random_;
  std::set<std::pair<Access, std::uint32_t>> explored_;
  double best_ns_;
};

}  // namespace modlab
