#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/measure/rounds.h"

namespace modlab {

/// The copy kernel of a variant's shape.
Variant copy_of(Variant variant);

/// The copies a roofline starts with on a variant's path: of the shapes a copy is usually written with.
std::vector<Variant> usual_copies(const Variant& variant);

/// The fastest that memory gives a kernel of this workload: copy kernels with the same two reads and one write on the
/// same buffers, through every access path and bytes a load that its variants use, in tiles and not, verified like any
/// other kernel. The best of them is the roofline. A kernel far beyond it has not done its work.
class Roofline {
 public:
  /// `paths` are explored before anything is held against the roofline: a variant of each access path, with its widest
  /// loads, so that the roofline is that of the memory even where the variants under test are slow ones.
  Roofline(Sampler& sampler, std::vector<Variant> paths, std::uint64_t seed);

  /// GB/s of the best copy known; 0 before the first path was explored.
  [[nodiscard]] double gbps() const;

  /// The best copy known; nothing before the first path was explored.
  [[nodiscard]] const std::optional<Variant>& best_copy() const { return best_copy_; }

  /// The copies that a first check() will time.
  [[nodiscard]] std::vector<Variant> first_copies() const;

  /// Those that a check() of this variant would time beside them.
  [[nodiscard]] std::vector<Variant> copies_due(const Variant& variant) const;

  /// Times copies through the variant's access path and bytes a load, where there were none yet.
  void explore(const Variant& variant);

  /// Holds a measured variant against the roofline, its path explored. One that seems to exceed it is timed again,
  /// round by round, against the best copy and a copy of its very own shape, which may raise the roofline. Throws
  /// VariantFailure with above_roofline where the variant is faster than both beyond doubt.
  void check(const PreparedKernel& prepared, double measured_ns);

 private:
  /// What the copies of a variant differ by: access, bytes a load, whether in tiles.
  using Path = std::tuple<Access, std::uint32_t, bool>;
  static Path path_of(const Variant& variant) {
    return {variant.access, variant.load_bytes, variant.loop == Loop::tile};
  }

  void learn(const Variant& copy, double ns);

  Sampler& sampler_;
  std::vector<Variant> paths_;
  std::mt19937_64 random_;
  std::set<Path> explored_;
  std::optional<Variant> best_copy_;
  double best_ns_;
};

}  // namespace modlab
