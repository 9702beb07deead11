#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "harness/tune/recorded_space.h"
#include "harness/tune/strategy.h"

namespace modlab::tune {

/// The regret after each proposal, as a share of the optimum, and the effort spent by then, in full measurements. As
/// long as nothing is found, it is that of the worst point.
struct RegretCurve {
  std::vector<double> evaluations;
  std::vector<double> regret;

  /// The regret after this many evaluations; infinite before the first.
  [[nodiscard]] double at(double evaluations) const;
};

/// Searches a recorded space with one strategy and one seed until it has spent `max_evaluations`. `lead` is that of
/// SearchRequest.
RegretCurve replay(const RecordedSpace& recorded, std::string_view strategy, std::uint64_t seed, double max_evaluations,
                   const std::vector<Hint>& hints = {}, std::size_t lead = 0);

/// The hints that a search with this seed may get; it is called on several threads.
using HintsForSeed = std::function<std::vector<Hint>(std::uint64_t seed)>;

/// The same with the seeds 1 to `seeds`, on every core: a curve for each, in order.
std::vector<RegretCurve> replay_seeds(const RecordedSpace& recorded, std::string_view strategy, std::uint64_t seeds,
                                      double max_evaluations, const HintsForSeed& hints = {}, std::size_t lead = 0);

/// What so many evaluations of the default strategy would have shown of a space, for the search of another.
std::vector<Hint> hints_from(const RecordedSpace& recorded, std::uint64_t seed, std::size_t evaluations);

/// Hints as wrong as can be: what was best is called the worst.
std::vector<Hint> misleading(std::vector<Hint> hints);

}  // namespace modlab::tune
