#include "harness/tune/gaussian_process.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "harness/tune/search_map.h"

namespace modlab {
namespace {

/// What the traits are thought to be before anything is known: values half as alike as equal ones, measured to a
/// seventh of the deviation of a process (a variance of 0.02). The decays may well be e times as much or as little.
constexpr double kUsualDecay = -0.7;
constexpr double kUsualNoise = -3.9;
/// A step of the walk through the traits changes one of them by up to this, either way.
constexpr double kStride = 1.5;
/// Steps before each prediction; fewer with more points, when a step costs more and the traits are known better.
constexpr std::size_t kSteps = 8;
constexpr std::size_t kStepsFullUpTo = 40;
/// The expected gain needs a deviation, which costs much more than a mean: it is found for so many of the best means.
constexpr std::size_t kLookedAt = 128;
/// Keeps the variance of a few points that are all alike above 0.
constexpr double kPriorVariance = 0.5;
constexpr double kLeastVariance = 1e-9;

/// In [0, 1), the same with every standard library.
double draw_unit(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

double square(double x) { return x * x; }

/// The mean of what a normal variable is below `limit`, or 0 where it is above.
double expected_below(double limit, double mean, double deviation) {
  const double z = (limit - mean) / deviation;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  return deviation * (z * std::erfc(-z / std::numbers::sqrt2) / 2 + density);
}

}  // namespace

GaussianProcess::GaussianProcess(const SearchSpace& space) : space_(&space) {
  for (std::size_t a = 0; a < space.axes().size(); ++a) {
    std::vector<std::uint32_t> places;
    std::uint32_t count = 0;
    for (std::uint32_t value = 0; value < space.axes()[a].values; ++value) {
      places.push_back(count);
      if (space.has(a, value)) ++count;
    }
    if (count > 1) axes_.push_back({a, std::move(places), count, space.axes()[a].ordered});
  }
  traits_ = {.decay = std::vector<double>(axes_.size(), kUsualDecay), .noise = kUsualNoise};
}

void GaussianProcess::learn(std::span<const std::size_t> points, std::span<const double> targets,
                            std::mt19937_64& random) {
  known_.clear();
  for (const ModelAxis& axis : axes_) known_.push_back(places_of(points, axis));
  const double mean = std::accumulate(targets.begin(), targets.end(), 0.0) / static_cast<double>(targets.size());
  targets_.clear();
  for (const double target : targets) targets_.push_back(target - mean);

  fit_ = fit(traits_);
  const std::size_t steps = kSteps * kStepsFullUpTo / std::max(kStepsFullUpTo, points.size());
  for (std::size_t step = 0; step < steps; ++step) {  // Metropolis
    Traits other = traits_;
    const std::size_t which = draw_below(axes_.size() + 1, random);
    (which < axes_.size() ? other.decay[which] : other.noise) += kStride * (2 * draw_unit(random) - 1);
    Fit its_fit = fit(other);
    if (draw_unit(random) >= std::exp(its_fit.log_likelihood - fit_.log_likelihood)) continue;
    traits_ = std::move(other);
    fit_ = std::move(its_fit);
  }

  weights_ = fit_.whitened;
  const std::size_t count = weights_.size();
  for (std::size_t i = count; i-- > 0;) {
    for (std::size_t j = i + 1; j < count; ++j) weights_[i] -= fit_.factor[j * count + i] * weights_[j];
    weights_[i] /= fit_.factor[i * count + i];
  }
}

std::vector<double> GaussianProcess::expected_gains(std::span<const std::size_t> points) const {
  const std::size_t known = targets_.size();
  std::vector<double> likeness(known * points.size(), 1);  // of each known point, to each of these
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const std::vector<std::uint32_t> places = places_of(points, axes_[a]);
    for (std::size_t i = 0; i < known; ++i) {
      double* row = &likeness[i * points.size()];
      for (std::size_t p = 0; p < points.size(); ++p) row[p] *= fit_.likes[a][axes_[a].steps(known_[a][i], places[p])];
    }
  }
  std::vector<double> means(points.size(), 0);
  for (std::size_t i = 0; i < known; ++i)
    for (std::size_t p = 0; p < points.size(); ++p) means[p] += weights_[i] * likeness[i * points.size() + p];

  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t looked_at = std::min(kLookedAt, points.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(looked_at), {},
                            [&](std::size_t p) { return means[p]; });
  std::vector<double> solved(known * looked_at);
  for (std::size_t i = 0; i < known; ++i)
    for (std::size_t q = 0; q < looked_at; ++q) solved[i * looked_at + q] = likeness[i * points.size() + order[q]];
  std::vector<double> unknown(looked_at, 1);  // the share of the variance that the known points do not explain
  for (std::size_t i = 0; i < known; ++i) {
    double* row = &solved[i * looked_at];
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t q = 0; q < looked_at; ++q) row[q] -= fit_.factor[i * known + j] * solved[j * looked_at + q];
    for (std::size_t q = 0; q < looked_at; ++q) {
      row[q] /= fit_.factor[i * known + i];
      unknown[q] -= square(row[q]);
    }
  }
  std::vector<double> gains(points.size(), 0);
  const double lowest = std::ranges::min(targets_);
  for (std::size_t q = 0; q < looked_at; ++q) {
    const double deviation = std::sqrt(std::max(kLeastVariance, unknown[q]) * fit_.variance);
    gains[order[q]] = expected_below(lowest, means[order[q]], deviation);
  }
  return gains;
}

GaussianProcess::Fit GaussianProcess::fit(const Traits& traits) const {
  const std::size_t count = targets_.size();
  Fit fit;
  fit.factor.assign(count * count, 1);
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    // From one end of an ordered axis to the other it is twice as far as between two values of another.
    const double step = axes_[a].ordered ? 2.0 / axes_[a].count : 1;
    std::vector<double>& likes = fit.likes.emplace_back();
    for (std::uint32_t steps = 0; steps < axes_[a].count; ++steps)
      likes.push_back(std::exp(-std::exp(traits.decay[a]) * step * steps));
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < i; ++j)
        fit.factor[i * count + j] *= likes[axes_[a].steps(known_[a][i], known_[a][j])];
  }

  double log_determinant = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double* row = &fit.factor[i * count];
    for (std::size_t j = 0; j < i; ++j) {
      const double* other = &fit.factor[j * count];
      row[j] = (row[j] - std::inner_product(row, row + j, other, 0.0)) / other[j];
    }
    const double left = 1 + std::exp(traits.noise) - std::inner_product(row, row + i, row, 0.0);
    row[i] = std::sqrt(std::max(kLeastVariance, left));
    log_determinant += std::log(row[i]);
  }
  double squares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double* row = &fit.factor[i * count];
    const double explained = std::inner_product(row, row + i, fit.whitened.begin(), 0.0);
    fit.whitened.push_back((targets_[i] - explained) / row[i]);
    squares += square(fit.whitened.back());
  }
  fit.variance = (squares + kPriorVariance) / (static_cast<double>(count) + 1);
  fit.log_likelihood = -static_cast<double>(count) * std::log(fit.variance) / 2 - log_determinant;
  for (const double decay : traits.decay) fit.log_likelihood -= square(decay - kUsualDecay) / 2;
  fit.log_likelihood -= square(traits.noise - kUsualNoise) / 2;
  return fit;
}

std::vector<std::uint32_t> GaussianProcess::places_of(std::span<const std::size_t> points,
                                                      const ModelAxis& axis) const {
  std::vector<std::uint32_t> places;
  places.reserve(points.size());
  for (const std::size_t point : points) places.push_back(axis.places[space_->point(point)[axis.axis]]);
  return places;
}

}  // namespace modlab
