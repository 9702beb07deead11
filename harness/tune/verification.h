#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/workbench.h"
#include "harness/store/row.h"
#include "harness/tune/lab.h"
#include "kernels/axis.h"
#include "kernels/space.h"
#include "kernels/workload.h"

namespace modlab {

/// One workload's data, and the variants to be taken through the gate on it.
struct VerifyJob {
  Workload workload;
  std::uint64_t seed = 1;  ///< of the data; for `exhaustive` the number of the piece
  std::vector<Variant> variants;
};

/// Jobs without variants so far: each workload once, or each of its pieces. The latter throws Error where the pairs are
/// too many.
std::vector<VerifyJob> jobs_of(const std::vector<Workload>& workloads, std::uint64_t seed);
std::vector<VerifyJob> jobs_of_pieces(const std::vector<Workload>& workloads);

/// Which of the legal variants are verified.
enum class Thoroughness {
  plainest,  ///< the first of each algorithm
  cover,     ///< a few that hold every pair of axis values, the layout with the placement being one of the axes
  all,
};

/// Gives each job its variants, and puts those that differ in their data alone next to each other: these have the same
/// kernels.
std::vector<VerifyJob> with_variants(const std::vector<VerifyJob>& jobs, const Platform& platform,
                                     const VariantFilter& filter, Thoroughness thoroughness);

/// Takes jobs through the gate one after another. Kernels are made once for consecutive jobs that differ in their data
/// alone.
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
