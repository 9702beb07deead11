#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "harness/tune/strategy.h"

namespace modlab {

/// A space with what is known of its points. What the strategies that walk through it share.
class SearchMap {
 public:
  explicit SearchMap(const SearchRequest& request);

  [[nodiscard]] std::size_t size() const { return space_.size(); }

  [[nodiscard]] Proposal propose(std::size_t i);

  /// The request's starts, then the plainest point.
  [[nodiscard]] const std::vector<std::size_t>& starts() const { return starts_; }

  /// What the last proposal cost.
  void learn(std::optional<double> cost);
  [[nodiscard]] bool is_known(std::size_t i) const { return known_[i].has_value(); }
  /// Infinite for one that failed. Only of one that is known.
  [[nodiscard]] double cost(std::size_t i) const { return *known_[i]; }
  [[nodiscard]] std::optional<std::size_t> best() const { return best_; }

  [[nodiscard]] const std::vector<std::size_t>& neighbours(std::size_t i) const;

  /// One that is not known yet; nothing when all are. Near `centre`, where one is given: at most three steps away, if
  /// there is one.
  [[nodiscard]] std::optional<std::size_t> draw_unknown(std::optional<std::size_t> centre,
                                                        std::mt19937_64& random) const;

 private:
  SearchSpace space_;
  std::vector<std::size_t> starts_;
  mutable std::vector<std::optional<std::vector<std::size_t>>> neighbours_;  ///< of each; found when first asked for
  std::vector<std::optional<double>> known_;
  std::optional<std::size_t> best_;
  std::size_t proposed_ = 0;
};

/// A number in [0, count), the same with every standard library, as std's distributions are not.
std::size_t draw_below(std::size_t count, std::mt19937_64& random);

/// A random order, likewise.
template <typename Value>
void shuffle(std::vector<Value>& values, std::mt19937_64& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[draw_below(i, random)]);
}

}  // namespace modlab
