#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/measure/rounds.h"

namespace modlab::measure {

/// The copy kernel with a variant's shape, streamed if the variant is; nothing where nobody else has that shape.
std::optional<Variant> copy_of(std::optional<Variant> variant);

/// The copies a roofline starts with on a variant's path: the usual shapes of a copy kernel, none of them streamed.
/// None where the variant has no copy.
std::vector<Variant> usual_copies(const Variant& variant);

/// How fast memory lets a kernel of this workload be: the best of the copy kernels with the same two reads and one
/// write on the same buffers, through every access path and number of bytes per load that its variants use, by rows,
/// by tiles or neither, verified like any other kernel. A kernel far beyond the roofline has not done its work. Strided
/// tensors may be copied more slowly than memory allows, so there is a packed copy of as much beside it.
class Roofline {
 public:
  /// `paths` are explored before anything is compared with the roofline: a variant of each access path, with its widest
  /// loads, so that the roofline is the memory's even where all variants under test are slow.
  Roofline(Sampler& sampler, std::vector<Variant> paths, std::uint64_t seed);

  /// GB/s of the best copy so far; 0 before the first path was explored.
  [[nodiscard]] double gbps() const;

  /// The best copy so far; nothing before the first path was explored.
  [[nodiscard]] const std::optional<Variant>& best_copy() const { return best_copy_; }

  /// Of a strided workload, the best copy over the same buffers as if they were packed; nothing for other workloads and
  /// before the first path was explored.
  [[nodiscard]] const std::optional<Variant>& best_packed_copy() const { return best_packed_copy_; }

  /// The copies that the first check() will time.
  [[nodiscard]] std::vector<Variant> first_copies() const;

  /// The further copies that a check() of this variant would time if it comes near.
  [[nodiscard]] std::vector<Variant> copies_due(const Variant& variant) const;

  /// Times copies through the variant's access path and bytes per load, unless that was done before.
  void explore(const Variant& variant);

  /// Compares a measured variant with the roofline, after exploring its path if it comes near. A variant that seems to
  /// exceed it is timed again in rounds with the best copy and a copy of its own shape, which may raise the roofline.
  /// Throws VariantFailure with above_roofline where the variant is faster than both beyond doubt, no slower than
  /// packed copies, and these take more than twice the time of an empty launch. Not every candidate is judged.
  void check(const PreparedKernel& prepared, double measured_ns);

 private:
  /// What distinguishes the copies of a variant: access, bytes per load, and the loop, of which grid is no copy's.
  using Path = std::tuple<Access, std::uint32_t, Loop>;
  static Path path_of(const Variant& variant) {
    return {variant.access, variant.load_bytes, variant.loop == Loop::grid ? Loop::group : variant.loop};
  }

  [[nodiscard]] PreparedKernel prepare_verified(const Variant& copy);
  void learn(const Variant& copy, double ns);
  void explore_packed(const std::vector<Variant>& paths);

  Sampler& sampler_;
  std::vector<Variant> paths_;
  std::mt19937_64 random_;
  std::set<Path> explored_;
  std::optional<Variant> best_copy_;
  double best_ns_;
  std::optional<Variant> best_packed_copy_;
  double packed_gbps_ = 0;
};

}  // namespace modlab::measure
