#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/workbench.h"
#include "harness/store/row.h"
#include "harness/tune/tuner.h"
#include "kernels/axis.h"
#include "kernels/space.h"
#include "kernels/workload.h"

namespace modlab {

/// Variants that pass the gate on one workload's data.
struct VerifyJob {
  Workload workload;
  std::uint64_t seed = 1;  ///< of the data; for `exhaustive` the number of the piece
  std::vector<Variant> variants;
};

/// Which of the legal variants are verified.
enum class Thoroughness {
  plainest,  ///< the first of each algorithm
  cover,     ///< a few that hold every pair of axis values, the layout with the placement being one of the axes
  all,
};

/// A job for each workload, those that differ in their data set alone next to each other.
std::vector<VerifyJob> verify_jobs(const std::vector<Workload>& workloads, const Platform& platform,
                                   const VariantFilter& filter, Thoroughness thoroughness, std::uint64_t seed);

/// The same for every piece of `exhaustive` workloads. Throws Error where the pairs are too many.
std::vector<VerifyJob> in_pieces(const std::vector<VerifyJob>& jobs);

/// Takes jobs through the gate one after another. Kernels are made once for consecutive jobs on the same operator.
class Verifier {
 public:
  using RowFunction = std::function<void(Row&)>;

  explicit Verifier(Lab& lab) : lab_(lab) {}

  /// Gives a row for every variant of the job, in their order; a lost device is made anew.
  void run(const VerifyJob& job, const RowFunction& on_row);

 private:
  Lab& lab_;
  Workload kernels_of_;
  std::map<std::string, std::optional<PreparedKernel>> kernels_;  ///< by variant; empty where one was refused
};

}  // namespace modlab
