#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "gui/analysis/run.h"

namespace modlab {

/// The best that a run had found after each of its evaluations, for one group and accuracy class.
struct Convergence {
  struct Step {
    double evaluations = 0;  ///< rows of the group by then, failed ones too
    double seconds = 0;      ///< since the first row of the group; journals tell whole seconds
    std::size_t best = 0;    ///< the place of the fastest so far
  };
  std::vector<Step> steps;  ///< only those that found a better one, and the last
};

Convergence convergence(const Run& run, std::size_t group, std::string_view accuracy);

/// Seconds since 1970 of "2026-11-15T01:30:00Z"; nothing where it is no such time.
std::optional<double> utc_seconds(std::string_view utc);

}  // namespace modlab
