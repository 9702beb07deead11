#pragma once

#include <string>
#include <vector>

#include "harness/report/difference.h"
#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab::report {

/// A run, read from its files.
struct RunFiles {
  std::string path;  ///< the journal's, as the user gave it
  std::vector<store::Row> rows;
  store::RunContext context;
};

/// Throws Error where a run is a verification, which times nothing. A run in which everything failed is none.
void refuse_verification(const RunFiles& run);

/// An accuracy class of a workload that one run measured and the other has no row of.
struct UnmatchedClass {
  std::string workload;
  std::string accuracy;
  std::string adapter;  ///< where the run was merged from several; otherwise empty

  bool operator==(const UnmatchedClass&) const = default;
};

struct RunComparison {
  std::vector<Difference> differences;    ///< in the order of the base, exact before formula
  std::vector<const store::Row*> failed;  ///< rows of the new run that failed where the base had a figure
  std::vector<UnmatchedClass> only_base;  ///< missing in the new run
  std::vector<UnmatchedClass> only_next;
};

struct CompareOptions {
  bool every_variant = false;  ///< every variant that both runs measured, rather than the best of each run
  double false_alarms = 0.01;  ///< the share of comparisons of equal runs that may have any FASTER or SLOWER at all
  bool across = false;  ///< compare even runs on different adapters, drivers or implementations, or in different modes
};

/// Compares a run with an earlier one, adapter by adapter where one was merged from several. The comparison points into
/// both. Throws Error where one is a verification, which times nothing, and, unless `across`, where they ran on
/// different adapters, drivers or implementations, or in different modes.
RunComparison compare_runs(const RunFiles& base, const RunFiles& next, const CompareOptions& options);

}  // namespace modlab::report
