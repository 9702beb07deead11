#include "harness/analysis/regression_forest.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace modlab::analysis {
namespace {

/// Every combination of two axes' values, and an outcome that no sum of both would give.
ChoiceTable crossed_table() {
  ChoiceTable table{.sizes = {3, 4}, .codes = {}, .outcomes = {}};
  for (std::uint16_t a = 0; a < 3; ++a)
    for (std::uint16_t b = 0; b < 4; ++b) {
      table.codes.insert(table.codes.end(), {a, b});
      table.outcomes.push_back((a == 1) == (b == 2) ? 1 : -1);
    }
  return table;
}

RegressionTree tree_over_all(const ChoiceTable& table, double tolerance) {
  std::vector<std::uint32_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), 0U);
  std::mt19937 random(1);  // NOLINT: the same every time
  return {table, rows, tolerance, random};
}

TEST(RegressionTree, LearnsWhatItHasSeen) {
  const ChoiceTable table = crossed_table();
  const RegressionTree tree = tree_over_all(table, 0);
  for (std::size_t row = 0; row < table.rows(); ++row)
    EXPECT_EQ(tree.predict(table.row(row)), table.outcomes[row]) << row;
}

TEST(RegressionTree, ItsLeavesHoldEveryCombinationOnce) {
  const ChoiceTable table = crossed_table();
  std::array<int, 12> visits{};
  tree_over_all(table, 0).visit_leaves(table.sizes, [&](double mean, const auto& values) {
    for (const std::uint16_t a : values[0])
      for (const std::uint16_t b : values[1]) {
        ++visits.at(a * 4U + b);
        EXPECT_EQ(mean, table.outcomes[a * 4U + b]);
      }
  });
  for (const int count : visits) EXPECT_EQ(count, 1);
}

TEST(RegressionTree, DoesNotDivideWhatDiffersLessThanTheTolerance) {
  const ChoiceTable table{.sizes = {2}, .codes = {0, 1}, .outcomes = {1.0, 1.1}};
  const std::vector<std::uint16_t> first{0};
  EXPECT_DOUBLE_EQ(tree_over_all(table, 0.2).predict(first), 1.05);
  EXPECT_DOUBLE_EQ(tree_over_all(table, 0.01).predict(first), 1.0);
}

TEST(RegressionForest, PredictsRowsThatItsTreesHaveNotSeen) {
  ChoiceTable regular{.sizes = {10, 10, 10}, .codes = {}, .outcomes = {}};
  ChoiceTable random = regular;
  std::mt19937 generator(3);  // NOLINT: the same every time
  for (std::uint16_t i = 0; i < 1000; ++i) {
    const std::array<std::uint16_t, 3> row{static_cast<std::uint16_t>(i / 100), static_cast<std::uint16_t>(i / 10 % 10),
                                           static_cast<std::uint16_t>(i % 10)};
    for (ChoiceTable* table : {&regular, &random}) table->codes.insert(table->codes.end(), row.begin(), row.end());
    regular.outcomes.push_back(row[0] + 3.0 * row[1]);
    random.outcomes.push_back(static_cast<double>(generator() % 1000));
  }
  EXPECT_GT(grow_forest(regular, 0).predicted, 0.95);
  EXPECT_LT(grow_forest(random, 0).predicted, 0.1) << "noise cannot be predicted";
}

TEST(RegressionForest, EveryTreeOfALargeTableSeesAPartOfIt) {
  ChoiceTable table{.sizes = {50}, .codes = {}, .outcomes = {}};
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    table.codes.push_back(static_cast<std::uint16_t>(i % 50));
    table.outcomes.push_back(i % 50);
  }
  const RegressionForest forest = grow_forest(table, 0);
  EXPECT_LT(forest.rows_per_tree, table.rows() / 2);
  EXPECT_NEAR(forest.predict(table.row(17)), 17, 1e-9);
  EXPECT_NEAR(forest.predicted, 1, 1e-9);
}

}  // namespace
}  // namespace modlab::analysis
