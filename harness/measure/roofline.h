#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/measure/rounds.h"

namespace modlab::measure {

/// How fast memory lets a kernel of this workload be: the best of the copies on the same buffers, on every
/// path that its candidates take, verified like any other kernel. A kernel far beyond the roofline has not done its
/// work. Strided tensors may be copied more slowly than memory allows, so there is a packed copy of as much beside it.
class Roofline {
 public:
  /// `first` are explored before anything is compared with the roofline, so that it is the memory's even where all
  /// candidates are slow.
  Roofline(Sampler& sampler, std::vector<Copies> first, std::uint64_t seed);

  /// GB/s of the best copy so far; 0 before the first path was explored.
  [[nodiscard]] double gbps() const;

  /// The best copy so far; nothing before the first path was explored.
  [[nodiscard]] const std::optional<Candidate>& best_copy() const { return best_copy_; }

  /// Of a strided workload, the best copy over the same buffers as if they were packed; nothing for other workloads and
  /// before the first path was explored.
  [[nodiscard]] const std::optional<Candidate>& best_packed_copy() const { return best_packed_copy_; }

  /// The copies that the first check() will time.
  [[nodiscard]] std::vector<Candidate> first_copies() const;

  /// The further copies that a check() of this candidate would time if it comes near.
  [[nodiscard]] std::vector<Candidate> copies_due(const Candidate& candidate) const;

  /// Times the copies of the candidate's path, unless that was done before.
  void explore(const Candidate& candidate);

  /// Compares a measured candidate with the roofline, after exploring its path if it comes near. One that seems to
  /// exceed it is timed again in rounds with the best copy and a copy of its own shape, which may raise the roofline.
  /// Throws VariantFailure with above_roofline where the candidate is faster than both beyond doubt, no slower than
  /// packed copies, and these take more than twice the time of an empty launch. Not every candidate is judged.
  void check(const PreparedKernel& prepared, double measured_ns);

 private:
  [[nodiscard]] const Problem& problem() const { return *sampler_.workbench().workload().problem; }
  [[nodiscard]] PreparedKernel prepare_verified(const Candidate& copy);
  void learn(const Candidate& copy, double ns);
  void explore(const Copies& copies);
  void explore_packed(std::span<const Copies> paths);

  Sampler& sampler_;
  std::vector<Copies> first_;
  std::mt19937_64 random_;
  std::set<std::string> explored_;  ///< paths
  std::optional<Candidate> best_copy_;
  double best_ns_;
  std::optional<Candidate> best_packed_copy_;
  double packed_gbps_ = 0;
};

}  // namespace modlab::measure
