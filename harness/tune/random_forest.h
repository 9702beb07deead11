#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include "harness/tune/search_space.h"

namespace modlab {

/// A model of a space, learned from some of its points: trees that each split these at random and predict the mean of
/// those that a point would lie among. Where the trees disagree, little is known.
class RandomForest {
 public:
  struct Prediction {
    double mean = 0;
    double deviation = 0;  ///< among the trees
  };

  /// Fits the trees to some points and a target for each; there must be at least one.
  RandomForest(const SearchSpace& space, std::span<const std::size_t> points, std::span<const double> targets,
               std::mt19937_64& random);

  [[nodiscard]] Prediction predict(const Point& point) const;

 private:
  struct Node {
    std::uint32_t axis = 0;
    std::uint32_t value = 0;
    std::uint32_t left = 0;  ///< the right one is next to it; 0: a leaf
    bool ordered = false;    ///< values up to this one go left, rather than this one alone
    double mean = 0;         ///< of a leaf's targets
  };
  class Growth;

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> roots_;
};

}  // namespace modlab
