#include "harness/tune/axis_effects.h"

#include <numeric>

#include "harness/tune/search_map.h"

namespace modlab::tune {
namespace {

/// Fitting one axis after the other so many times comes close enough to fitting all at once.
constexpr int kPasses = 8;
/// Pulls the effects of values that few points have towards none, as if so many more points had shown none.
constexpr double kShrinkage = 1;

/// Half of each one's weight, and as much again for each time that it is drawn: a mild bootstrap.
std::vector<double> draw_weights(std::span<const AxisEffects::Observation> seen, std::mt19937_64& random) {
  std::vector<double> weights;
  for (const AxisEffects::Observation& each : seen) weights.push_back(each.weight / 2);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const std::size_t drawn = draw_below(seen.size(), random);
    weights[drawn] += seen[drawn].weight / 2;
  }
  return weights;
}

}  // namespace

AxisEffects::AxisEffects(const std::vector<SearchAxis>& axes, std::span<const Observation> seen,
                         std::mt19937_64& random) {
  const std::vector<double> weights = draw_weights(seen, random);
  double mean = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) mean += weights[i] * seen[i].target;
  mean /= std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> unexplained;
  for (const Observation& each : seen) unexplained.push_back(each.target - mean);
  std::vector<std::vector<std::uint32_t>> values(axes.size());  // of each axis, of all that was seen
  std::vector<std::vector<double>> counts;                      // the weight of each value
  for (std::size_t a = 0; a < axes.size(); ++a) {
    effects_.emplace_back(axes[a].values, 0.0);
    counts.emplace_back(axes[a].values, kShrinkage);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      values[a].push_back((*seen[i].point)[a]);
      counts[a][values[a][i]] += weights[i];
    }
  }
  std::vector<double> sums;
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t a = 0; a < axes.size(); ++a) {
      sums.assign(effects_[a].size(), 0);
      for (std::size_t i = 0; i < seen.size(); ++i) {
        unexplained[i] += effects_[a][values[a][i]];
        sums[values[a][i]] += weights[i] * unexplained[i];
      }
      for (std::size_t value = 0; value < sums.size(); ++value) effects_[a][value] = sums[value] / counts[a][value];
      for (std::size_t i = 0; i < seen.size(); ++i) unexplained[i] -= effects_[a][values[a][i]];
    }
  }
}

double AxisEffects::predict(const Point& point) const {
  double sum = 0;
  for (std::size_t a = 0; a < effects_.size(); ++a) sum += effects_[a][point[a]];
  return sum;
}

}  // namespace modlab::tune
