#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "gui/analysis/run.h"
#include "harness/store/samples.h"

namespace modlab {

/// How soon one strategy finds the best variant of a recorded workload, over several seeds.
struct StrategyRegret {
  std::string_view strategy;
  std::vector<double> evaluations;  ///< where the curves were looked at
  std::vector<double> median_pct;   ///< behind the optimum, in per cent
  std::vector<double> p95_pct;      ///< 95 of 100 seeds are no further behind
  std::vector<std::size_t> found;   ///< the place of the variant that is so far behind as the median
};

/// Every strategy of `modlab replay` on one group and accuracy class. Empty where too few variants were timed, and
/// where the stop was requested meanwhile.
std::vector<StrategyRegret> strategy_regret(const Run& run, std::size_t group, std::string_view accuracy,
                                            const std::vector<Sample>& samples, std::uint64_t seeds,
                                            const std::stop_token& stop);

}  // namespace modlab
