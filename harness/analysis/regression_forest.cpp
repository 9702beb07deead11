#include "harness/analysis/regression_forest.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace modlab::analysis {
namespace {

/// The fewer rows, the more trees differ, and the less they cost: together they see this many, or are this many.
constexpr std::size_t kRowsOfAllTrees = 80'000;
constexpr std::size_t kMinTrees = 16;
constexpr std::size_t kMaxTrees = 128;

/// Of the rows of a tree. More than the usual two thirds: kernel times repeat within a percent, so that what a tree
/// lacks costs more than what its noise spoils; and a fifth is enough to test it on.
constexpr double kShareOfRows = 0.8;

/// Keeps a forest below a second however large the run is: ten axes and as many rows take half of one.
constexpr std::size_t kMaxRowsPerTree = 5'000;

struct Moments {
  double sum = 0;
  double count = 0;

  /// What choosing the mean saves of the sum of squares.
  [[nodiscard]] double saved() const { return count > 0 ? sum * sum / count : 0; }
};

struct Division {
  std::size_t axis = 0;
  double saved = -1;
  std::vector<std::uint8_t> sides;
};

/// The best division of an axis' values in two; values that do not occur go with the larger part.
Division divide(std::size_t axis, std::span<const Moments> values, const Moments& all) {
  std::vector<std::uint16_t> occurring;
  for (std::size_t value = 0; value < values.size(); ++value)
    if (values[value].count > 0) occurring.push_back(static_cast<std::uint16_t>(value));
  std::ranges::stable_sort(occurring, {}, [&](std::uint16_t value) { return values[value].sum / values[value].count; });
  Division best{.axis = axis, .saved = -1, .sides = {}};
  Moments left;
  std::size_t length = 0;
  double left_count = 0;
  for (std::size_t i = 0; i + 1 < occurring.size(); ++i) {
    left.sum += values[occurring[i]].sum;
    left.count += values[occurring[i]].count;
    const double saved = left.saved() + Moments{all.sum - left.sum, all.count - left.count}.saved();
    if (saved <= best.saved) continue;
    best.saved = saved;
    length = i + 1;
    left_count = left.count;
  }
  if (best.saved < 0) return best;
  best.sides.assign(values.size(), left_count < all.count - left_count ? 1 : 0);
  for (std::size_t i = 0; i < occurring.size(); ++i) best.sides[occurring[i]] = i < length ? 0 : 1;
  return best;
}

}  // namespace

/// What is the same for all nodes while a tree grows.
struct RegressionTree::Growth {
  const ChoiceTable& table;
  double tolerance;
  std::mt19937& random;
  std::vector<std::size_t> begins{};  ///< where each axis' values begin in `moments`
  std::vector<Moments> moments{};

  /// Where several axes divide equally well, none is preferred: it would take the others' credit in every tree.
  [[nodiscard]] Division best_division(std::span<const std::uint32_t> rows, const Moments& all) {
    std::ranges::fill(moments, Moments{});
    for (const std::uint32_t row : rows) {
      const std::span<const std::uint16_t> choices = table.row(row);
      for (std::size_t axis = 0; axis < choices.size(); ++axis) {
        Moments& value = moments[begins[axis] + choices[axis]];
        value.sum += table.outcomes[row];
        value.count += 1;
      }
    }
    Division best;
    const std::size_t first = random() % table.axes();
    for (std::size_t i = 0; i < table.axes(); ++i) {
      const std::size_t axis = (first + i) % table.axes();
      Division division = divide(axis, std::span(moments).subspan(begins[axis], table.sizes[axis]), all);
      if (division.saved > best.saved) best = std::move(division);
    }
    return best;
  }
};

RegressionTree::RegressionTree(const ChoiceTable& table, std::vector<std::uint32_t> rows, double tolerance,
                               std::mt19937& random) {
  Growth growth{.table = table, .tolerance = tolerance, .random = random};
  for (const std::size_t size : table.sizes) {
    growth.begins.push_back(growth.moments.size());
    growth.moments.resize(growth.moments.size() + size);
  }
  struct Pending {
    std::size_t node;
    std::span<std::uint32_t> rows;
  };
  nodes_.emplace_back();
  std::vector<Pending> pending{{0, rows}};
  while (!pending.empty()) {
    const Pending next = pending.back();
    pending.pop_back();
    Moments all;
    double squares = 0;
    for (const std::uint32_t row : next.rows) {
      all.sum += table.outcomes[row];
      squares += table.outcomes[row] * table.outcomes[row];
    }
    all.count = static_cast<double>(next.rows.size());
    nodes_[next.node].mean = all.count > 0 ? all.sum / all.count : 0;
    if (squares - all.saved() <= tolerance * tolerance * all.count) continue;
    const Division division = growth.best_division(next.rows, all);
    if (division.saved < 0) continue;  // the same choices, timed more than once
    Node& node = nodes_[next.node];
    node.axis = static_cast<std::uint32_t>(division.axis);
    node.sides = static_cast<std::uint32_t>(sides_.size());
    node.left = static_cast<std::uint32_t>(nodes_.size());
    const std::size_t left = node.left;
    sides_.insert(sides_.end(), division.sides.begin(), division.sides.end());
    nodes_.resize(nodes_.size() + 2);
    const auto goes_left = [&](std::uint32_t row) { return division.sides[table.row(row)[division.axis]] == 0; };
    const auto right = std::partition(next.rows.begin(), next.rows.end(), goes_left);
    const auto length = static_cast<std::size_t>(right - next.rows.begin());
    pending.push_back({left, next.rows.first(length)});
    pending.push_back({left + 1, next.rows.subspan(length)});
  }
}

double RegressionTree::predict(std::span<const std::uint16_t> choices) const {
  const Node* node = nodes_.data();
  while (node->left != 0) node = &nodes_[node->left + sides_[node->sides + choices[node->axis]]];
  return node->mean;
}

double RegressionForest::predict(std::span<const std::uint16_t> choices) const {
  double sum = 0;
  for (const RegressionTree& tree : trees) sum += tree.predict(choices);
  return sum / static_cast<double>(trees.size());
}

RegressionForest grow_forest(const ChoiceTable& table, double tolerance) {
  RegressionForest forest;
  forest.rows_per_tree =
      std::min(kMaxRowsPerTree, static_cast<std::size_t>(std::ceil(kShareOfRows * static_cast<double>(table.rows()))));
  std::mt19937 random(1);  // NOLINT: the same shares whenever a run is opened
  std::vector<std::uint32_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), 0U);
  std::vector<Moments> unseen(table.rows());  // per row, the predictions of the trees without it
  const std::size_t trees =
      std::clamp(kRowsOfAllTrees / std::max<std::size_t>(1, forest.rows_per_tree), kMinTrees, kMaxTrees);
  for (std::size_t i = 0; i < trees; ++i) {
    for (std::size_t chosen = 0; chosen < forest.rows_per_tree; ++chosen)
      std::swap(rows[chosen], rows[chosen + random() % (rows.size() - chosen)]);
    const auto seen = rows.begin() + static_cast<std::ptrdiff_t>(forest.rows_per_tree);
    const RegressionTree& tree =
        forest.trees.emplace_back(table, std::vector<std::uint32_t>(rows.begin(), seen), tolerance, random);
    // As many as there are to learn from are enough to test on.
    const auto last = std::min(rows.end() - seen, static_cast<std::ptrdiff_t>(kMaxRowsPerTree));
    for (const std::uint32_t row : std::span(seen, seen + last)) {
      unseen[row].sum += tree.predict(table.row(row));
      unseen[row].count += 1;
    }
  }
  const double mean = std::accumulate(table.outcomes.begin(), table.outcomes.end(), 0.0) /
                      static_cast<double>(std::max<std::size_t>(1, table.rows()));
  double missed = 0;
  double variance = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (unseen[row].count == 0) continue;
    const double error = table.outcomes[row] - unseen[row].sum / unseen[row].count;
    missed += error * error;
    variance += (table.outcomes[row] - mean) * (table.outcomes[row] - mean);
  }
  forest.predicted = variance > 0 ? 1 - missed / variance : 0;
  return forest;
}

}  // namespace modlab::analysis
