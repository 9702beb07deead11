#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

namespace modlab::tune {

/// A limit on work; what is not set is unlimited.
struct WorkLimit {
  std::optional<double> seconds{};      ///< wall time
  std::optional<double> evaluations{};  ///< a screening with less effort counts as part of one
};

/// How much work tuning may do.
struct Budget {
  WorkLimit limit{};
  bool per_workload = false;  ///< rather than for the whole run

  /// The limit of the next workload, given what earlier ones have spent: a share of what is left of a run's budget.
  [[nodiscard]] WorkLimit share(double seconds_spent, double evaluations_spent, double share_of_rest) const {
    if (per_workload) return limit;
    const auto part = [&](std::optional<double> whole, double spent) {
      return whole ? std::optional(std::max(0.0, *whole - spent) * share_of_rest) : std::nullopt;
    };
    return {part(limit.seconds, seconds_spent), part(limit.evaluations, evaluations_spent)};
  }
};

}  // namespace modlab::tune
