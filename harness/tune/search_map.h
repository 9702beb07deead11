#pragma once

#include <cstddef>
#include <deque>
#include <limits>
#include <optional>
#include <random>
#include <unordered_map>
#include <vector>

#include "harness/tune/strategy.h"

namespace modlab::tune {

/// A space and the known costs of its points, for the strategies that walk through it.
class SearchMap {
 public:
  explicit SearchMap(const SearchRequest& request);

  [[nodiscard]] const SearchSpace& space() const { return space_; }
  [[nodiscard]] std::size_t size() const { return space_.size(); }

  /// Puts an unknown point behind those planned before. It is not unknown any more.
  void plan(std::size_t i);
  /// The points planned and not yet proposed, the next first.
  [[nodiscard]] const std::deque<std::size_t>& planned() const { return planned_; }
  /// The first of these; there must be one.
  [[nodiscard]] Proposal propose();

  /// The request's starts, then the plainest point.
  [[nodiscard]] const std::vector<std::size_t>& starts() const { return starts_; }

  /// Records the cost of the last proposal; nothing if it failed.
  void learn(std::optional<double> cost);
  /// The known points, in the order learned.
  [[nodiscard]] const std::vector<std::size_t>& evaluated() const { return evaluated_; }
  /// The cost of a known point; infinite if it failed.
  [[nodiscard]] double cost(std::size_t i) const { return costs_[i]; }
  [[nodiscard]] std::optional<std::size_t> best() const { return best_; }

  // As the space's own, but remembered: the best points are asked about again and again.
  [[nodiscard]] const std::vector<std::size_t>& neighbours(std::size_t i) const;
  [[nodiscard]] const std::vector<std::size_t>& one_axis_away(std::size_t i) const;

  /// The points that are neither known nor planned, in any order.
  [[nodiscard]] const std::vector<std::size_t>& unknown() const { return unknown_; }
  [[nodiscard]] bool is_unknown(std::size_t i) const { return place_[i] != kNowhere; }
  /// Draws one of these; there must be one.
  [[nodiscard]] std::size_t draw_unknown(std::mt19937_64& random) const;

 private:
  static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

  /// Other points, of each point that was asked for.
  using Around = std::unordered_map<std::size_t, std::vector<std::size_t>>;

  SearchSpace space_;
  std::vector<std::size_t> starts_;
  mutable Around neighbours_;
  mutable Around one_axis_away_;
  std::deque<std::size_t> planned_;
  std::vector<double> costs_;  ///< of the known points
  std::vector<std::size_t> evaluated_;
  std::vector<std::size_t> unknown_;
  std::vector<std::size_t> place_;  ///< of each unknown point among them; nowhere for the others
  std::optional<std::size_t> best_;
  std::size_t proposed_ = 0;
};

/// A number in [0, count), the same with every standard library, as std's distributions are not.
std::size_t draw_below(std::size_t count, std::mt19937_64& random);

/// Puts values in a random order, also the same with every standard library.
template <typename Value>
void shuffle(std::vector<Value>& values, std::mt19937_64& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[draw_below(i, random)]);
}

}  // namespace modlab::tune
