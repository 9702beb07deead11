#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace modlab::tune {

/// Random search of a space, as calculated from its costs rather than drawn: what every search is measured against.
class RandomBaseline {
 public:
  /// There must be at least one cost.
  explicit RandomBaseline(std::vector<double> costs);

  [[nodiscard]] double optimum() const { return worst_first_.back(); }
  [[nodiscard]] double worst() const { return worst_first_.front(); }

  /// The expected rank of the best of so many draws, as a cost.
  [[nodiscard]] double best_after(std::size_t evaluations) const;

  /// The evaluations after which it has come 95 % of the way from the median to the optimum: with more of them, no
  /// search is needed.
  [[nodiscard]] std::size_t budget() const { return budget_; }

 private:
  std::vector<double> worst_first_;
  std::size_t budget_ = 1;
};

/// The mean over the baseline's budget of how much of its distance to the optimum a search saves: 0 is no better than
/// random, 1 finds the optimum at once. `mean_regret` is the search's after 1, 2, 3 ... evaluations, as a share of the
/// optimum; the last one holds from there on. Nothing where random search is at the optimum from the start.
std::optional<double> search_score(const RandomBaseline& baseline, std::span<const double> mean_regret);

}  // namespace modlab::tune
