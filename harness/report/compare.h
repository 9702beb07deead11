#pragma once

#include <string>
#include <vector>

#include "harness/report/difference.h"
#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab {

/// A run, read from its files.
struct RunFiles {
  std::string path;  ///< the journal's, as the user gave it
  std::vector<Row> rows;
  RunContext context;
};

struct RunComparison {
  std::vector<Difference> differences;  ///< in the order of the base, exact before formula
  std::vector<const Row*> failed;       ///< rows of the new run that failed where the base had a figure
  std::vector<std::string> only_base;   ///< workloads with their class that only one run has
  std::vector<std::string> only_next;
};

struct CompareOptions {
  bool every_variant = false;  ///< every variant that both runs measured, rather than the best of each run
  double false_alarms = 0.01;  ///< the share of comparisons of equal runs that may have any FASTER or SLOWER at all
  bool across = false;  ///< compare even runs on different adapters, drivers or implementations, or in different modes
};

/// Compares a run with an earlier one, adapter by adapter where one was merged from several. The comparison points into
/// both. Throws Error where one has no timings, where they have no workload in common, and, unless `across`, where they
/// ran on different adapters, drivers or implementations, or in different modes.
RunComparison compare_runs(const RunFiles& base, const RunFiles& next, const CompareOptions& options);

}  // namespace modlab
