#include "harness/tune/axis_effects.h"

#include <numeric>

#include "harness/tune/search_map.h"

namespace modlab {
namespace {

/// Fitting one axis after the other so many times comes close enough to fitting all at once.
constexpr int kPasses = 8;
/// Pulls the effects of values that few points have towards none, as if so many more points had shown none.
constexpr double kShrinkage = 1;

/// Half a point each, and as much again for each time that it is drawn: a mild bootstrap.
std::vector<double> draw_weights(std::size_t count, std::mt19937_64& random) {
  std::vector<double> weights(count, 0.5);
  for (std::size_t i = 0; i < count; ++i) weights[draw_below(count, random)] += 0.5;
  return weights;
}

}  // namespace

AxisEffects::AxisEffects(const SearchSpace& space, std::span<const std::size_t> points, std::span<const double> targets,
                         std::mt19937_64& random) {
  for (const SearchAxis& axis : space.axes()) effects_.emplace_back(axis.values, 0.0);
  const std::vector<double> weights = draw_weights(points.size(), random);
  const double mean = std::inner_product(weights.begin(), weights.end(), targets.begin(), 0.0) /
                      std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> unexplained;
  for (const double target : targets) unexplained.push_back(target - mean);
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t a = 0; a < effects_.size(); ++a) {
      std::vector<double> sums(effects_[a].size(), 0);
      std::vector<double> counts(effects_[a].size(), kShrinkage);
      for (std::size_t i = 0; i < points.size(); ++i) {
        const std::uint32_t value = space.point(points[i])[a];
        unexplained[i] += effects_[a][value];
        sums[value] += weights[i] * unexplained[i];
        counts[value] += weights[i];
      }
      for (std::size_t value = 0; value < sums.size(); ++value) effects_[a][value] = sums[value] / counts[value];
      for (std::size_t i = 0; i < points.size(); ++i) unexplained[i] -= effects_[a][space.point(points[i])[a]];
    }
  }
}

double AxisEffects::predict(const Point& point) const {
  double sum = 0;
  for (std::size_t a = 0; a < effects_.size(); ++a) sum += effects_[a][point[a]];
  return sum;
}

}  // namespace modlab
