#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace modlab::analysis {

/// Rows of choices and what came of each. Every axis numbers its values from 0.
struct ChoiceTable {
  std::vector<std::size_t> sizes;    ///< per axis, how many values it has
  std::vector<std::uint16_t> codes;  ///< row by row, a value for each axis
  std::vector<double> outcomes;      ///< per row

  [[nodiscard]] std::size_t axes() const { return sizes.size(); }
  [[nodiscard]] std::size_t rows() const { return outcomes.size(); }
  [[nodiscard]] std::span<const std::uint16_t> row(std::size_t index) const {
    return std::span(codes).subspan(index * axes(), axes());
  }
};

/// A regression tree over axes of few values. A node sends some values of one axis to the left and the others to the
/// right: those below and above a threshold of their mean outcome, which is the best of all such divisions.
class RegressionTree {
 public:
  /// Divides until the outcomes of a leaf deviate by no more than the tolerance, or no axis tells its rows apart.
  RegressionTree(const ChoiceTable& table, std::vector<std::uint32_t> rows, double tolerance, std::mt19937& random);

  [[nodiscard]] double predict(std::span<const std::uint16_t> choices) const;

  /// Calls visit(leaf's mean, values per axis that lead to it) for each leaf.
  template <typename Visit>
  void visit_leaves(const std::vector<std::size_t>& sizes, Visit visit) const {
    std::vector<std::vector<std::uint16_t>> values(sizes.size());
    for (std::size_t axis = 0; axis < sizes.size(); ++axis)
      for (std::size_t value = 0; value < sizes[axis]; ++value)
        values[axis].push_back(static_cast<std::uint16_t>(value));
    visit_below(0, values, visit);
  }

 private:
  struct Node {
    double mean = 0;
    std::uint32_t axis = 0;
    std::uint32_t sides = 0;  ///< where in sides_ the axis' values begin
    std::uint32_t left = 0;   ///< the right one follows it; 0: a leaf
  };
  struct Growth;

  template <typename Visit>
  void visit_below(std::size_t index, std::vector<std::vector<std::uint16_t>>& values, Visit& visit) const {
    const Node& node = nodes_[index];
    if (node.left == 0) {
      visit(node.mean, values);
      return;
    }
    const std::vector<std::uint16_t> all = values[node.axis];
    for (const std::uint32_t side : {0U, 1U}) {
      std::vector<std::uint16_t> chosen;
      for (const std::uint16_t value : all)
        if (sides_[node.sides + value] == side) chosen.push_back(value);
      values[node.axis] = std::move(chosen);
      visit_below(node.left + side, values, visit);
    }
    values[node.axis] = all;
  }

  std::vector<Node> nodes_;
  std::vector<std::uint8_t> sides_;  ///< per value of a node's axis: 1 goes to the right
};

/// Trees on different parts of the rows; their mean is smoother than any of them.
struct RegressionForest {
  std::vector<RegressionTree> trees;
  std::size_t rows_per_tree = 0;
  /// The share of the outcomes' variance that is predicted for rows by the trees that were grown without them. Negative
  /// where their mean would be the better guess.
  double predicted = 0;

  [[nodiscard]] double predict(std::span<const std::uint16_t> choices) const;
};

/// The same for the same table. Of large tables, every tree sees some rows only.
RegressionForest grow_forest(const ChoiceTable& table, double tolerance);

}  // namespace modlab::analysis
