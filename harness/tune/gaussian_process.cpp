#include "harness/tune/gaussian_process.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "harness/tune/search_map.h"

namespace modlab::tune {
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

/// Adds a few columns to sums, each times its factor.
template <std::size_t kColumns>
void add_columns(std::span<double> sums, const double* factors, const double* columns, std::size_t stride) {
  std::array<double, kColumns> own{};
  std::copy_n(factors, kColumns, own.begin());
  double* __restrict to = sums.data();  // which the columns do not overlap
  for (std::size_t i = 0; i < sums.size(); ++i) {
    double sum = to[i];
    for (std::size_t k = 0; k < kColumns; ++k) sum += own[k] * columns[k * stride + i];
    to[i] = sum;
  }
}

/// Adds columns to sums, each times its factor. To finish one sum after the other would be to wait for its last term
/// all the time. The terms of each are still added in their order, so that it is rounded as if it were alone. Several
/// columns at once, so that sums are not loaded and stored for each.
void add_products(std::span<double> sums, std::span<const double> factors, const double* columns, std::size_t stride) {
  constexpr std::size_t kAtOnce = 4;
  std::size_t k = 0;
  for (; k + kAtOnce <= factors.size(); k += kAtOnce)
    add_columns<kAtOnce>(sums, &factors[k], columns + k * stride, stride);
  for (; k < factors.size(); ++k) add_columns<1>(sums, &factors[k], columns + k * stride, stride);
}

/// Points are compared in blocks of so many, whose likenesses stay in registers.
constexpr std::size_t kBlock = 8;
using Block = std::array<double, kBlock>;

std::size_t blocks_of(std::size_t count) { return (count + kBlock - 1) / kBlock; }
std::size_t padded(std::size_t count) { return blocks_of(count) * kBlock; }

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

/// Compares points with the known ones.
class GaussianProcess::Comparison {
 public:
  explicit Comparison(const GaussianProcess& process) : axes_(process.axes_) {
    std::size_t places = 0;
    for (const ModelAxis& axis : axes_) {
      first_.push_back(places);
      places += axis.count;
    }
    along_.resize(places);
    for (std::size_t i = 0; i < process.targets_.size(); ++i)
      for (std::size_t a = 0; a < axes_.size(); ++a) known_.push_back(first_[a] + process.known_[a][i]);
  }

  /// How like each of the first known points is to a block of others.
  void compare(const Fit& fit, const Places& points, std::size_t block, std::span<Block> likeness) {
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      const std::uint32_t* places = &points[a][block * kBlock];
      for (std::size_t place = 0; place < axes_[a].count; ++place) {
        const double* likes = &fit.likes[a][axes_[a].count - 1 - place];
        for (std::size_t p = 0; p < kBlock; ++p) along_[first_[a] + place][p] = likes[places[p]];
      }
    }
    const std::size_t* place = known_.data();
    for (Block& like : likeness) {
      Block product;
      product.fill(1);
      for (std::size_t a = 0; a < axes_.size(); ++a, ++place)
        for (std::size_t p = 0; p < kBlock; ++p) product[p] *= along_[*place][p];
      like = product;
    }
  }

 private:
  const std::vector<ModelAxis>& axes_;
  std::vector<std::size_t> first_;  ///< of each axis's places among all
  std::vector<std::size_t> known_;  ///< the places of each known point among all
  std::vector<Block> along_;        ///< how like each place is to those of a block of points
};

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
  const double mean = std::accumulate(targets.begin(), targets.end(), 0.0) / static_cast<double>(targets.size());
  targets_.clear();
  for (const double target : targets) targets_.push_back(target - mean);
  known_ = places_of(points);

  Comparison comparison(*this);
  fit(traits_, comparison, fit_);
  const std::size_t steps = kSteps * kStepsFullUpTo / std::max(kStepsFullUpTo, points.size());
  for (std::size_t step = 0; step < steps; ++step) {  // Metropolis
    Traits other = traits_;
    const std::size_t which = draw_below(axes_.size() + 1, random);
    (which < axes_.size() ? other.decay[which] : other.noise) += kStride * (2 * draw_unit(random) - 1);
    fit(other, comparison, other_);
    if (draw_unit(random) >= std::exp(other_.log_likelihood - fit_.log_likelihood)) continue;
    std::swap(traits_, other);
    std::swap(fit_, other_);
  }

  const std::size_t count = targets_.size();
  const std::size_t height = padded(count + 1);
  weights_.resize(count);
  for (std::size_t i = count; i-- > 0;) {
    const double* column = &fit_.factor[i * height];
    weights_[i] = column[count];
    for (std::size_t j = i + 1; j < count; ++j) weights_[i] -= column[j] * weights_[j];
    weights_[i] /= column[i];
  }
}

std::vector<double> GaussianProcess::expected_gains(std::span<const std::size_t> points) const {
  const std::size_t known = targets_.size();
  const Places places = places_of(points);
  Comparison comparison(*this);
  std::vector<Block> likeness(blocks_of(points.size()) * known);  // of all known points to each block of these
  std::vector<double> means(padded(points.size()), 0);
  for (std::size_t block = 0; block < blocks_of(points.size()); ++block) {
    const std::span likes = std::span(likeness).subspan(block * known, known);
    comparison.compare(fit_, places, block, likes);
    add_products(std::span(means).subspan(block * kBlock, kBlock), weights_, likes.front().data(), kBlock);
  }

  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t looked_at = std::min(kLookedAt, points.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(looked_at), {},
                            [&](std::size_t p) { return means[p]; });
  std::vector<double> solved(known * looked_at);
  std::vector<double> unknown(looked_at, 1);  // the share of the variance that the known points do not explain
  std::vector<double> factors;
  const std::size_t height = padded(known + 1);
  for (std::size_t i = 0; i < known; ++i) {
    const std::span row = std::span(solved).subspan(i * looked_at, looked_at);
    for (std::size_t q = 0; q < looked_at; ++q) row[q] = likeness[order[q] / kBlock * known + i][order[q] % kBlock];
    factors.clear();
    for (std::size_t j = 0; j < i; ++j) factors.push_back(-fit_.factor[j * height + i]);
    add_products(row, factors, solved.data(), looked_at);
    const double left = fit_.factor[i * height + i];
    for (std::size_t q = 0; q < looked_at; ++q) {
      row[q] /= left;
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

void GaussianProcess::fit(const Traits& traits, Comparison& comparison, Fit& fit) const {
  fit.likes.resize(axes_.size());
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    // From one end of an ordered axis to the other it is twice as far as between two values of another.
    const double decay = std::exp(traits.decay[a]) * (axes_[a].ordered ? 2.0 / axes_[a].count : 1);
    const std::size_t middle = axes_[a].count - 1;
    fit.likes[a].assign(2 * middle + 1, std::exp(-decay));
    fit.likes[a][middle] = 1;
    for (std::size_t apart = 2; axes_[a].ordered && apart <= middle; ++apart)
      fit.likes[a][middle - apart] = fit.likes[a][middle + apart] = std::exp(-decay * static_cast<double>(apart));
  }

  const std::size_t count = targets_.size();
  const std::size_t height = padded(count + 1);
  fit.factor.resize(count * height);
  std::vector<Block> likeness(count);
  for (std::size_t block = 0; block < blocks_of(count); ++block) {
    const std::span above = std::span(likeness).first(std::min(count, (block + 1) * kBlock));
    comparison.compare(fit, known_, block, above);
    for (std::size_t j = 0; j < above.size(); ++j)
      std::ranges::copy(above[j], &fit.factor[j * height + block * kBlock]);
  }
  double log_determinant = 0;
  double squares = 0;
  std::vector<double> factors;
  std::vector<double> explained;
  for (std::size_t j = 0; j < count; ++j) {
    double* column = &fit.factor[j * height];
    column[j] = 1 + std::exp(traits.noise);
    column[count] = targets_[j];
    factors.clear();
    for (std::size_t k = 0; k < j; ++k) factors.push_back(fit.factor[k * height + j]);
    explained.assign(count + 1 - j, 0);
    add_products(explained, factors, fit.factor.data() + j, height);
    column[j] = std::sqrt(std::max(kLeastVariance, column[j] - explained[0]));
    for (std::size_t i = j + 1; i <= count; ++i) column[i] = (column[i] - explained[i - j]) / column[j];
    log_determinant += std::log(column[j]);
    squares += square(column[count]);
  }
  fit.variance = (squares + kPriorVariance) / (static_cast<double>(count) + 1);
  fit.log_likelihood = -static_cast<double>(count) * std::log(fit.variance) / 2 - log_determinant;
  for (const double decay : traits.decay) fit.log_likelihood -= square(decay - kUsualDecay) / 2;
  fit.log_likelihood -= square(traits.noise - kUsualNoise) / 2;
}

GaussianProcess::Places GaussianProcess::places_of(std::span<const std::size_t> points) const {
  Places places;
  for (const ModelAxis& axis : axes_) {
    std::vector<std::uint32_t>& along = places.emplace_back();
    along.reserve(padded(points.size()));
    for (const std::size_t point : points) along.push_back(axis.places[space_->point(point)[axis.axis]]);
    along.resize(padded(points.size()));
  }
  return places;
}

}  // namespace modlab::tune
