#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

namespace modlab {

/// An amount of work; what is not set is without limit.
struct Effort {
  std::optional<double> seconds{};      ///< wall time
  std::optional<double> evaluations{};  ///< whole ones; a short look at a variant is a part of one
};

/// What tuning may take.
struct Budget {
  Effort most{};
  bool per_workload = false;  ///< rather than for the whole run

  /// What the next workload may take, given what those before it have and how many there are left with it: of a run's
  /// budget an even share.
  [[nodiscard]] Effort share(double seconds_spent, double evaluations_spent, std::size_t workloads_left) const {
    if (per_workload) return most;
    const auto part = [&](std::optional<double> whole, double spent) {
      return whole ? std::optional(std::max(0.0, *whole - spent) / static_cast<double>(workloads_left)) : std::nullopt;
    };
    return {part(most.seconds, seconds_spent), part(most.evaluations, evaluations_spent)};
  }
};

}  // namespace modlab
