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
#include "harness/tune/budget.h"
#include "harness/tune/evaluator.h"
#include "harness/tune/shard.h"
#include "harness/tune/strategy.h"
#include "kernels/filter.h"
#include "kernels/workload.h"

namespace modlab::tune {

struct TuneRequest {
  std::vector<Workload> workloads;
  Filter filter;
  std::string strategy{kDefaultStrategy};
  std::vector<store::TunedConfiguration> known;  ///< starts of the strategy `nearest`
  bool transfer = true;                          ///< what one workload has shown orders the search of the next
  Budget budget;                                 ///< without a limit, the strategy runs to its end
  bool confirm_all = false;                      ///< confirm every variant, not only the finalists
  measure::Conditions conditions;
  statistics::SamplingRule sampling;
  std::uint64_t seed = 1;
  Shard shard;  ///< the part of all this to run here
};

/// Records the request in the run's context.
void describe_request(const TuneRequest& request, store::RunContext& context);

/// How far a run is, for display.
struct Progress {
  const Workload* workload = nullptr;
  std::size_t workload_index = 0;
  std::size_t workload_count = 0;
  std::size_t tried = 0;              ///< variants of this workload
  std::size_t space = 0;              ///< of how many
  bool confirming = false;            ///< the search is over, the finalists are being confirmed
  std::optional<double> best_gbps{};  ///< of the exact class
  double elapsed_s = 0;
};
using ProgressFunction = std::function<void(const Progress&)>;

/// Measures the variants that the request's strategy proposes on each workload, confirms the finalists in rounds, and
/// leaves a row for every variant tried. `context` is completed and kept next to the journal as the run proceeds. A
/// journal and a context of the same request, stopped before its end, are resumed: what they hold is not measured
/// again. Every workload must have a legal variant.
void tune(Evaluator& evaluator, const TuneRequest& request, store::Journal& journal, store::RunContext& context,
          const ProgressFunction& on_progress);

}  // namespace modlab::tune
