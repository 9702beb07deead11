#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include "harness/tune/search_space.h"

namespace modlab::tune {

/// A model of a space in which points resemble each other the more, the fewer axes they differ on. It learns how much
/// each axis matters, follows how axes interact, and knows where it knows little.
class GaussianProcess {
 public:
  /// The space must outlive it.
  explicit GaussianProcess(const SearchSpace& space);

  /// Learns a target for each of some points, at least one, instead of those learned before. How much each axis matters
  /// is a sample of what these make likely, found by a few random steps from what it was.
  void learn(std::span<const std::size_t> points, std::span<const double> targets, std::mt19937_64& random);

  /// By how much each of these points is expected to be below the lowest target, where it is below. Only the more
  /// promising ones are looked at in full, the others are given 0.
  [[nodiscard]] std::vector<double> expected_gains(std::span<const std::size_t> points) const;

 private:
  /// An axis on which points differ.
  struct ModelAxis {
    std::size_t axis;                   ///< of the space
    std::vector<std::uint32_t> places;  ///< of each value among those that the space has
    std::uint32_t count;                ///< how many these are
    bool ordered;
  };
  /// What is not known beforehand, as logarithms.
  struct Traits {
    std::vector<double> decay;  ///< of the likeness along each axis
    double noise;               ///< relative to the variance of the process
  };
  /// What follows from the traits and targets.
  struct Fit {
    double log_likelihood = 0;               ///< of the traits, plus a constant
    std::vector<std::vector<double>> likes;  ///< of each axis, of two places, by their difference from the least on
    /// Cholesky's, of the likeness of all points, column by column. The targets are one more row of it, and so are
    /// solved with it.
    std::vector<double> factor;
    double variance = 0;  ///< of the process
  };
  class Comparison;
  /// Points by their places on each axis, padded to whole blocks.
  using Places = std::vector<std::vector<std::uint32_t>>;

  /// Writes over an earlier fit, whose memory it takes.
  void fit(const Traits& traits, Comparison& comparison, Fit& fit) const;
  [[nodiscard]] Places places_of(std::span<const std::size_t> points) const;

  const SearchSpace* space_;
  std::vector<ModelAxis> axes_;
  Traits traits_;
  Places known_;                 ///< the learned points
  std::vector<double> targets_;  ///< of these, relative to their mean
  Fit fit_;
  Fit other_;                    ///< of traits that were not taken
  std::vector<double> weights_;  ///< of the learned points in a prediction, each times its likeness
};

}  // namespace modlab::tune
