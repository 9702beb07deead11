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
#include "harness/tune/quarantine.h"
#include "kernels/device_traits.h"
#include "kernels/filter.h"
#include "kernels/workload.h"

namespace modlab::tune {

/// One workload's data, and the candidates to verify on it.
struct VerifyJob {
  Workload workload;
  std::uint64_t seed = 1;  ///< of the data; for `exhaustive`, the number of the piece
  std::vector<Candidate> candidates;
};

/// Jobs without candidates yet, one per workload.
std::vector<VerifyJob> jobs_of(const std::vector<Workload>& workloads, std::uint64_t seed);

/// Which of the legal candidates are verified.
enum class Thoroughness {
  plainest,  ///< the first of each kind
  cover,     ///< a few that cover every pair of axis values; layout and placement together are one of the axes
  all,
};

/// Gives each job its candidates, and puts jobs that differ only in their data next to each other: they share kernels.
std::vector<VerifyJob> with_candidates(const std::vector<VerifyJob>& jobs, const Platform& platform,
                                       const Filter& filter, Thoroughness thoroughness);

/// Runs jobs one after another. Consecutive jobs that differ only in their data share their kernels.
class Verifier {
 public:
  using RowFunction = std::function<void(store::Row&)>;

  explicit Verifier(Lab& lab) : lab_(lab) {}

  /// Calls back with a row for every candidate of the job, in order; a lost device is recreated, and the one that
  /// lost it not tried again.
  void run(const VerifyJob& job, const RowFunction& on_row);

 private:
  Lab& lab_;
  Quarantine quarantine_;
  WorkloadFields kernels_of_;
  std::map<std::string, std::optional<measure::PreparedKernel>> kernels_;  ///< by name; empty where one was refused
};

}  // namespace modlab::tune
