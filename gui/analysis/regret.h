#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/run.h"
#include "harness/store/samples.h"

namespace modlab::gui {

/// How soon one strategy finds the best variant of a recorded workload, over several seeds.
struct StrategyRegret {
  std::string_view strategy;
  std::vector<double> evaluations;  ///< at which the curves were sampled
  std::vector<double> median_pct;   ///< how far behind the optimum, in per cent
  std::vector<double> p95_pct;      ///< the 95th percentile of the seeds
  std::vector<std::size_t> found;   ///< row index of the variant as far behind as median_pct
};

/// Every strategy of `modlab replay` on one group and accuracy class. Empty where too few variants were timed or a stop
/// was requested.
std::vector<StrategyRegret> strategy_regret(const analysis::Run& run, std::size_t group, std::string_view accuracy,
                                            const std::vector<store::Sample>& samples, std::uint64_t seeds,
                                            const std::stop_token& stop);

}  // namespace modlab::gui
