#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include "harness/tune/search_space.h"

namespace modlab {

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

    /// Between two places.
    [[nodiscard]] std::uint32_t steps(std::uint32_t x, std::uint32_t y) const {
      return ordered ? (x < y ? y - x : x - y) : (x == y ? 0 : 1);
    }
  };
  /// What is not known beforehand, as logarithms.
  struct Traits {
    std::vector<double> decay;  ///< of the likeness along each axis
    double noise;               ///< relative to the variance of the process
  };
  /// What follows from the traits and targets.
  struct Fit {
    double log_likelihood = 0;               ///< of the traits, plus a constant
    std::vector<std::vector<double>> likes;  ///< of each axis, of places so many steps apart
    std::vector<double> factor;              ///< Cholesky's, of the likeness of all points, row by row
    std::vector<double> whitened;            ///< the targets, solved by it
    double variance = 0;                     ///< of the process
  };

  [[nodiscard]] Fit fit(const Traits& traits) const;
  /// The places of points on one of the axes.
  [[nodiscard]] std::vector<std::uint32_t> places_of(std::span<const std::size_t> points, const ModelAxis& axis) const;

  const SearchSpace* space_;
  std::vector<ModelAxis> axes_;
  Traits traits_;
  std::vector<std::vector<std::uint32_t>> known_;  ///< the places of the learned points on each axis
  std::vector<double> targets_;                    ///< of these, relative to their mean
  Fit fit_;
  std::vector<double> weights_;  ///< of the learned points in a prediction, each times its likeness
};

}  // namespace modlab
