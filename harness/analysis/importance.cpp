#include "harness/analysis/importance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <span>

#include "harness/analysis/regression_forest.h"
#include "harness/statistics/statistics.h"

// Functional ANOVA (Hutter, Hoos and Leyton-Brown, 2014): a forest learns the time's logarithm from the choices, and
// its variance is taken apart into what each axis does alone, what each pair does beyond that, and the rest. A search
// times a part of the space only, and legality forbids another, so that means over the rows themselves would charge an
// axis with what usually comes along with it; the forest is averaged over all combinations of values instead, each
// value weighted by how often it occurs. Logarithms, because choices multiply times.
//
// The variance is that of all variants, most of which nobody would use. What tells the good ones from the others is
// another question, which PED-ANOVA answers without a forest (Watanabe, Bansal and Hutter, 2023): Pearson's divergence
// of an axis' values among the best variants from those among all.

namespace modlab::analysis {
namespace {

/// The best tenth, and what cannot be told from it: only chance would decide which of these are among the best. So it
/// would about the values of fewer than ten; a half of all is no longer the best.
std::size_t best_count(std::span<const double> sorted) {
  const std::size_t least = std::max(sorted.size() / 10, std::min<std::size_t>(10, sorted.size() / 2));
  const double slowest = sorted[least - 1] + std::log1p(statistics::kIndifference);
  return static_cast<std::size_t>(std::ranges::upper_bound(sorted, slowest) - sorted.begin());
}

/// To estimate what three choices or more do together: a percent of that share, whose variance is known otherwise.
constexpr std::size_t kPoints = 10'000;

/// The timed rows, and the axes on which they differ.
struct Considered {
  std::vector<std::size_t> axes;                 ///< into the run's
  std::vector<std::vector<std::size_t>> twins;   ///< per axis, those that divide the rows as it does
  std::vector<std::vector<std::string>> values;  ///< per axis, those that occur
  std::vector<std::vector<double>> weights;      ///< per axis and value, how often it occurs, as a share
  ChoiceTable table;
};

/// Whether rows differ on one axis exactly where they differ on the other; nobody can then tell which of them matters.
bool divide_alike(const AxisColumn& x, const AxisColumn& y, const std::vector<std::size_t>& rows) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> y_of(x.values.size(), kNone);
  std::vector<std::uint32_t> x_of(y.values.size(), kNone);
  return std::ranges::all_of(rows, [&](std::size_t row) {
    std::uint32_t& to_y = y_of[x.codes[row]];
    std::uint32_t& to_x = x_of[y.codes[row]];
    if (to_y == kNone && to_x == kNone) {
      to_y = y.codes[row];
      to_x = x.codes[row];
    }
    return to_y == y.codes[row] && to_x == x.codes[row];
  });
}

Considered consider(const Run& run, const std::vector<std::size_t>& rows) {
  Considered considered;
  std::vector<std::vector<std::uint16_t>> numbers;  // per axis, of the run's codes
  for (std::size_t axis = 0; axis < run.axes.size(); ++axis) {
    const AxisColumn& column = run.axes[axis];
    if (is_part_of_an_axis(column.name)) continue;
    std::vector<std::size_t> counts(column.values.size(), 0);
    for (const std::size_t row : rows) ++counts[column.codes[row]];
    std::vector<std::string> values;
    std::vector<double> weights;
    std::vector<std::uint16_t> number(counts.size(), 0);
    for (std::size_t value = 0; value < counts.size(); ++value) {
      if (counts[value] == 0) continue;
      number[value] = static_cast<std::uint16_t>(values.size());
      values.push_back(column.values[value]);
      weights.push_back(static_cast<double>(counts[value]) / static_cast<double>(rows.size()));
    }
    if (values.size() < 2 || values.size() > std::numeric_limits<std::uint16_t>::max()) continue;
    const auto twin = std::ranges::find_if(
        considered.axes, [&](std::size_t earlier) { return divide_alike(run.axes[earlier], column, rows); });
    if (twin != considered.axes.end()) {
      considered.twins[static_cast<std::size_t>(twin - considered.axes.begin())].push_back(axis);
      continue;
    }
    considered.axes.push_back(axis);
    considered.twins.emplace_back();
    considered.table.sizes.push_back(values.size());
    considered.values.push_back(std::move(values));
    considered.weights.push_back(std::move(weights));
    numbers.push_back(std::move(number));
  }
  double sum = 0;
  for (const std::size_t row : rows) {
    for (std::size_t i = 0; i < considered.axes.size(); ++i)
      considered.table.codes.push_back(numbers[i][run.axes[considered.axes[i]].codes[row]]);
    considered.table.outcomes.push_back(std::log(*run.rows()[row].median_ns));
    sum += considered.table.outcomes.back();
  }
  for (double& outcome : considered.table.outcomes) outcome -= sum / static_cast<double>(rows.size());
  return considered;
}

/// The means of a forest over all combinations of values: of all, with one value held, and with two.
class Marginals {
 public:
  Marginals(const RegressionForest& forest, const Considered& considered) : weights_(considered.weights) {
    const std::size_t axes = weights_.size();
    for (const auto& weights : weights_) single_.emplace_back(weights.size(), 0.0);
    for (std::size_t i = 0; i < axes; ++i)
      for (std::size_t j = 0; j < axes; ++j) pair_.emplace_back(i < j ? weights_[i].size() * weights_[j].size() : 0);
    std::vector<double> inverse(axes);
    for (const RegressionTree& tree : forest.trees)
      tree.visit_leaves(considered.table.sizes, [&](double mean, const auto& values) { add(mean, values, inverse); });
    const double scale = 1 / static_cast<double>(forest.trees.size());
    mean_ *= scale;
    for (auto& means : single_)
      for (double& mean : means) mean = mean * scale - mean_;
    for (std::size_t i = 0; i < axes; ++i)
      for (std::size_t j = i + 1; j < axes; ++j)
        for (std::size_t u = 0; u < single_[i].size(); ++u)
          for (std::size_t v = 0; v < single_[j].size(); ++v) {
            double& both = pair_[i * axes + j][u * single_[j].size() + v];
            both = both * scale - mean_ - single_[i][u] - single_[j][v];
          }
  }

  /// What the value does alone, and what both do beyond that; the first axis is the lower one.
  [[nodiscard]] double effect(std::size_t axis, std::size_t value) const { return single_[axis][value]; }
  [[nodiscard]] double effect(std::size_t i, std::size_t u, std::size_t j, std::size_t v) const {
    return pair_[i * weights_.size() + j][u * single_[j].size() + v];
  }

  [[nodiscard]] double variance(std::size_t axis) const {
    double sum = 0;
    for (std::size_t value = 0; value < single_[axis].size(); ++value)
      sum += weights_[axis][value] * single_[axis][value] * single_[axis][value];
    return sum;
  }

  [[nodiscard]] double variance(std::size_t i, std::size_t j) const {
    double sum = 0;
    for (std::size_t u = 0; u < single_[i].size(); ++u)
      for (std::size_t v = 0; v < single_[j].size(); ++v)
        sum += weights_[i][u] * weights_[j][v] * effect(i, u, j, v) * effect(i, u, j, v);
    return sum;
  }

  /// What all values do, each alone and with each other.
  [[nodiscard]] double sum_of_effects(std::span<const std::uint16_t> choices) const {
    double sum = mean_;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      sum += effect(i, choices[i]);
      for (std::size_t j = i + 1; j < choices.size(); ++j) sum += effect(i, choices[i], j, choices[j]);
    }
    return sum;
  }

 private:
  void add(double leaf, const std::vector<std::vector<std::uint16_t>>& values, std::vector<double>& inverse) {
    const std::size_t axes = values.size();
    double part = leaf;  // times the share of all combinations that lead to this leaf
    for (std::size_t i = 0; i < axes; ++i) {
      double weight = 0;
      for (const std::uint16_t value : values[i]) weight += weights_[i][value];
      part *= weight;
      inverse[i] = 1 / weight;
    }
    mean_ += part;
    for (std::size_t i = 0; i < axes; ++i) {
      const double held = part * inverse[i];
      for (const std::uint16_t value : values[i]) single_[i][value] += held;
      for (std::size_t j = i + 1; j < axes; ++j) {
        std::vector<double>& pair = pair_[i * axes + j];
        for (const std::uint16_t u : values[i])
          for (const std::uint16_t v : values[j]) pair[u * single_[j].size() + v] += held * inverse[j];
      }
    }
  }

  const std::vector<std::vector<double>>& weights_;
  double mean_ = 0;
  std::vector<std::vector<double>> single_;
  std::vector<std::vector<double>> pair_;
};

/// The variance of what no value and no pair explains, from random combinations.
double variance_beyond_pairs(const RegressionForest& forest, const Marginals& marginals, const Considered& considered) {
  std::mt19937 random(2);  // NOLINT: the same shares whenever a run is opened
  std::vector<std::discrete_distribution<std::uint16_t>> draws;
  for (const auto& weights : considered.weights) draws.emplace_back(weights.begin(), weights.end());
  std::vector<std::uint16_t> choices(draws.size());
  double squares = 0;
  for (std::size_t point = 0; point < kPoints; ++point) {
    for (std::size_t axis = 0; axis < draws.size(); ++axis) choices[axis] = draws[axis](random);
    const double rest = forest.predict(choices) - marginals.sum_of_effects(choices);
    squares += rest * rest;
  }
  return squares / static_cast<double>(kPoints);
}

/// Pearson's divergence of the best variants' values from all variants', less its expectation for variants taken at
/// random: with few of them it is far from 0.
double divergence_of(const std::vector<ValueImportance>& values, std::size_t best, std::size_t variants) {
  const auto m = static_cast<double>(best);
  const auto n = static_cast<double>(variants);
  double divergence = 0;
  for (const ValueImportance& value : values) {
    const double share = static_cast<double>(value.variants) / n;
    const double among_best = static_cast<double>(value.among_best) / m;
    divergence += (among_best - share) * (among_best - share) / share;
  }
  const double by_chance = static_cast<double>(values.size() - 1) / m * (n - m) / (n - 1);
  return std::max(0.0, divergence - by_chance);
}

void count_values(const Considered& considered, Importance& importance) {
  const ChoiceTable& table = considered.table;
  std::vector<std::size_t> order(table.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t row) { return table.outcomes[row]; });
  std::vector<double> sorted;
  sorted.reserve(order.size());
  for (const std::size_t row : order) sorted.push_back(table.outcomes[row]);
  importance.best = best_count(sorted);
  const double chosen = static_cast<double>(importance.best) / static_cast<double>(order.size());
  double all = 0;
  for (std::size_t i = 0; i < considered.axes.size(); ++i) {
    AxisImportance& axis = importance.axes.emplace_back();
    axis.axis = considered.axes[i];
    axis.twins = considered.twins[i];
    for (const std::string& value : considered.values[i]) axis.values.push_back({.value = value});
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      ValueImportance& value = axis.values[table.row(order[rank])[i]];
      ++value.variants;
      if (rank < importance.best) ++value.among_best;
    }
    const auto more_than_expected = [&](const ValueImportance& value) {
      return static_cast<double>(value.among_best) - chosen * static_cast<double>(value.variants);
    };
    axis.favourite =
        static_cast<std::size_t>(std::ranges::max_element(axis.values, {}, more_than_expected) - axis.values.begin());
    axis.divergence = divergence_of(axis.values, importance.best, order.size());
    all += axis.divergence;
  }
  for (AxisImportance& axis : importance.axes) axis.near_best = all > 0 ? axis.divergence / all : 0;
}

void add_variances(const Considered& considered, const RegressionForest& forest, Importance& importance) {
  const Marginals marginals(forest, considered);
  std::vector<AxisImportance>& axes = importance.axes;
  double all = variance_beyond_pairs(forest, marginals, considered);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i].alone = marginals.variance(i);
    all += axes[i].alone;
    for (std::size_t u = 0; u < axes[i].values.size(); ++u) axes[i].values[u].factor = std::exp(marginals.effect(i, u));
    for (std::size_t j = i + 1; j < axes.size(); ++j) {
      PairImportance& pair = importance.pairs.emplace_back();
      pair.first = i;
      pair.second = j;
      pair.share = marginals.variance(i, j);
      all += pair.share;
      for (std::size_t u = 0; u < axes[i].values.size(); ++u)
        for (std::size_t v = 0; v < axes[j].values.size(); ++v)
          pair.factors.push_back(
              std::exp(marginals.effect(i, u) + marginals.effect(j, v) + marginals.effect(i, u, j, v)));
    }
  }
  if (all <= 0) return;
  for (AxisImportance& axis : axes) importance.alone += axis.alone /= all;
  for (PairImportance& pair : importance.pairs) {
    importance.in_pairs += pair.share /= all;
    axes[pair.first].in_pairs += pair.share;
    axes[pair.second].in_pairs += pair.share;
  }
}

/// The most important first; pairs keep the order of their axes' values, with which their factors are laid out.
void sort_by_share(Importance& importance) {
  std::vector<std::size_t> order(importance.axes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::size_t i) { return importance.axes[i].alone + importance.axes[i].in_pairs; });
  std::vector<AxisImportance> axes;
  std::vector<std::size_t> now(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    now[order[i]] = i;
    axes.push_back(std::move(importance.axes[order[i]]));
  }
  importance.axes = std::move(axes);
  for (PairImportance& pair : importance.pairs) {
    pair.first = now[pair.first];
    pair.second = now[pair.second];
  }
  std::ranges::stable_sort(importance.pairs, std::greater{}, &PairImportance::share);
}

double percent(std::size_t part, std::size_t all) { return 100 * static_cast<double>(part) / static_cast<double>(all); }

}  // namespace

Importance axis_importance(const Run& run, std::size_t group, std::string_view accuracy) {
  const std::vector<std::size_t> rows = timed_rows(run, group, accuracy);
  Importance importance{.variants = rows.size(), .axes = {}, .pairs = {}};
  if (rows.size() < 2) return importance;
  const Considered considered = consider(run, rows);
  double squares = 0;
  for (const double outcome : considered.table.outcomes) squares += outcome * outcome;
  importance.deviation = std::sqrt(squares / static_cast<double>(rows.size()));
  if (considered.axes.empty() || importance.deviation <= statistics::kIndifference) return importance;

  const RegressionForest forest = grow_forest(considered.table, statistics::kIndifference);
  importance.per_tree = forest.rows_per_tree;
  importance.predicted = forest.predicted;
  count_values(considered, importance);
  add_variances(considered, forest, importance);
  sort_by_share(importance);
  return importance;
}

std::string name_of(const AxisImportance& axis, const Run& run) {
  std::string name = run.axes[axis.axis].name;
  for (const std::size_t twin : axis.twins) name += "/" + run.axes[twin].name;
  return name;
}

std::string importance_text(const Importance& importance, const Run& run) {
  if (importance.axes.empty()) return {};
  const AxisImportance& most = importance.axes.front();
  std::string text = fmt::format("{} matters most: alone it explains {:.0f} % of the variance of {} variants' times",
                                 name_of(most, run), 100 * most.alone, importance.variants);
  if (importance.axes.size() > 1) {
    const PairImportance& pair = importance.pairs.front();
    text += fmt::format(", all axes alone {:.0f} %. Pairs add {:.0f} %, most of it {} with {}: {:.0f} %",
                        100 * importance.alone, 100 * importance.in_pairs, name_of(importance.axes[pair.first], run),
                        name_of(importance.axes[pair.second], run), 100 * pair.share);
  }
  const AxisImportance& decisive = *std::ranges::max_element(importance.axes, {}, &AxisImportance::divergence);
  const ValueImportance& value = decisive.values[decisive.favourite];
  text += decisive.divergence > 0
              ? fmt::format(". Near the best it is {}: {:.0f} % of the best {} have {}, but {:.0f} % of all",
                            name_of(decisive, run), percent(value.among_best, importance.best), importance.best,
                            value.value, percent(value.variants, importance.variants))
              : ". No axis tells the best from the others";
  constexpr double kKnown = 0.5;  // below that, more is unknown than known
  return text + fmt::format(
                    ". The model behind the shares predicts {:.0f} % of the variance of variants that it has "
                    "not seen{}.",
                    100 * std::max(0.0, importance.predicted),
                    importance.predicted < kKnown ? ": take them with care" : "");
}

}  // namespace modlab::analysis
