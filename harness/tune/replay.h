#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/tune/recorded_space.h"

namespace modlab {

/// The regret after each proposal, as a share of the optimum, and the effort spent by then, in full measurements. As
/// long as nothing is found, it is that of the worst point.
struct RegretCurve {
  std::vector<double> evaluations;
  std::vector<double> regret;

  /// The regret after this many evaluations; infinite before the first.
  [[nodiscard]] double at(double evaluations) const;
};

/// Searches a recorded space with one strategy and one seed until it has spent `max_evaluations`.
RegretCurve replay(const RecordedSpace& recorded, std::string_view strategy, std::uint64_t seed,
                   double max_evaluations);

/// The same with the seeds 1 to `seeds`, on every core: a curve for each, in order.
std::vector<RegretCurve> replay_seeds(const RecordedSpace& recorded, std::string_view strategy, std::uint64_t seeds,
                                      double max_evaluations);

}  // namespace modlab
