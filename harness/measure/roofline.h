#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "harness/measure/rounds.h"
#include "harness/measure/workbench.h"

namespace modlab {

/// The copy kernel of a variant's shape.
Variant copy_of(Variant variant);

/// The fastest that memory gives a kernel of this workload: a copy kernel with the same two reads and one write through
/// the same views on the same buffers, verified like any other kernel. A kernel beyond it has not done its work.
class Roofline {
 public:
  Roofline(Workbench& bench, const Clock& clock, std::uint64_t seed);

  /// GB/s of the best copy known for a variant's access path and bytes a load; measured when first asked for.
  [[nodiscard]] double gbps(const Variant& variant);

  /// Holds a measured variant against the roofline. One that seems to exceed it is timed again, round by round, against
  /// a copy of its very own shape, which may raise the roofline. Throws VariantFailure with above_roofline where the
  /// variant is still faster than that copy beyond doubt.
  void check(const PreparedKernel& prepared, double measured_ns);

  /// Takes in a copy that was timed elsewhere in the run; it may raise the roofline.
  void learn(const Variant& copy, double copy_ns);

 private:
  using Path = std::pair<Access, std::uint32_t>;

  Workbench& bench_;
  Clock clock_;
  std::mt19937_64 random_;
  std::map<Path, double> best_ns_;
};

}  // namespace modlab
