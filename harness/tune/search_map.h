#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "harness/tune/strategy.h"

namespace modlab {

/// A space as its variants' numbers, with what is known of each. What the strategies that walk through it share.
class SearchMap {
 public:
  explicit SearchMap(const SearchRequest& request);

  [[nodiscard]] const Variant& variant(std::size_t i) const { return space_[i]; }
  [[nodiscard]] std::size_t size() const { return space_.size(); }

  [[nodiscard]] Proposal propose(std::size_t i);

  /// The request's starts, then the plainest variant.
  [[nodiscard]] const std::vector<std::size_t>& starts() const { return starts_; }

  /// What became of the last proposal.
  void learn(const Trial& trial);
  [[nodiscard]] bool is_known(std::size_t i) const { return known_[i].has_value(); }
  /// Nanoseconds; infinite for one that failed. Only of one that is known.
  [[nodiscard]] double cost(std::size_t i) const { return *known_[i]; }
  [[nodiscard]] std::optional<std::size_t> best() const { return best_; }

  /// Those that differ in a single choice.
  [[nodiscard]] const std::vector<std::size_t>& neighbours(std::size_t i) const;

  /// One that is not known yet; nothing when all are. Near `centre`, where one is given: at most three choices away, if
  /// there is one.
  [[nodiscard]] std::optional<std::size_t> draw_unknown(std::optional<std::size_t> centre,
                                                        std::mt19937_64& random) const;

 private:
  std::vector<Variant> space_;
  std::vector<std::size_t> starts_;
  mutable std::vector<std::vector<std::size_t>> neighbours_;  ///< of each; found when they are first asked for
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
