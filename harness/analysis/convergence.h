#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/analysis/run.h"

namespace modlab::analysis {

/// The best variant found after each evaluation of a run, for one group and accuracy class.
struct Convergence {
  struct Step {
    double evaluations = 0;  ///< rows of the group so far, failed ones included
    double seconds = 0;      ///< since the first row of the group; journals record whole seconds
    std::size_t best = 0;    ///< row index of the fastest so far
  };
  std::vector<Step> steps;  ///< those that found a better variant, and the last
};

Convergence convergence(const Run& run, std::size_t group, std::string_view accuracy);

/// Seconds since 1970 of a time such as "2026-11-15T01:30:00Z"; nothing for any other text.
std::optional<double> utc_seconds(std::string_view utc);

}  // namespace modlab::analysis
