#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include "harness/tune/search_space.h"

namespace modlab::tune {

/// A model of a space in which every value of every axis adds an effect of its own, whatever the other values are. It
/// knows nothing of how axes interact, but needs only a few points to tell which values are good.
class AxisEffects {
 public:
  /// What was seen of a point of these axes.
  struct Observation {
    const Point* point;
    double target;
    double weight = 1;
  };

  /// Fits the effects to what was seen; there must be something. Each fit weighs that differently, at random, so that
  /// repeated ones differ where little is known.
  AxisEffects(const std::vector<SearchAxis>& axes, std::span<const Observation> seen, std::mt19937_64& random);

  /// The sum of the effects of the point's values: relative to the mean of the targets.
  [[nodiscard]] double predict(const Point& point) const;

 private:
  std::vector<std::vector<double>> effects_;  ///< of each axis, of each value; 0 where none of the points has it
};

}  // namespace modlab::tune
