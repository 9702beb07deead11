#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/mode.h"
#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"
#include "harness/store/tuned.h"
#include "harness/tune/lab.h"
#include "harness/tune/strategy.h"
#include "kernels/axis.h"
#include "kernels/workload.h"

namespace modlab {

struct TuneRequest {
  std::vector<Workload> workloads;
  VariantFilter filter;
  std::string strategy{kDefaultStrategy};
  std::vector<TunedConfiguration> known;  ///< where the strategy `nearest` begins
  std::optional<double> budget_s;         ///< wall time for the whole run; without one the strategy runs to its end
  bool confirm_all = false;               ///< compare every variant in rounds, rather than the few that may be the best
  Conditions conditions;
  std::uint64_t seed = 1;
};

/// Where a run stands, for whoever watches it.
struct Progress {
  const Workload* workload = nullptr;
  std::size_t workload_index = 0;
  std::size_t workload_count = 0;
  std::size_t tried = 0;              ///< variants of this workload
  std::size_t space = 0;              ///< of how many
  bool confirming = false;            ///< the search is over, the best are being compared
  std::optional<double> best_gbps{};  ///< of the exact class
  double elapsed_s = 0;
};
using ProgressFunction = std::function<void(const Progress&)>;

/// Measures the variants that the request's strategy proposes on each workload, compares the best of them in rounds,
/// and leaves a row for every variant tried. `context` is completed and kept beside the journal as the run goes on.
/// Every workload must have a legal variant.
void tune(Lab& lab, const TuneRequest& request, Journal& journal, RunContext& context,
          const ProgressFunction& on_progress);

}  // namespace modlab
