#include "harness/tune/replay.h"
#include "kernels/modulus/problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/tune/strategy.h"
#include "tests/harness/tune/recorded_run.h"

namespace modlab::tune {
namespace {

TEST(Replay, AnExhaustiveSearchEndsAtTheOptimum) {
  const auto spaces = recorded_spaces(recorded_run(), {}, *modulus::modulus_catalogue());
  const auto size = static_cast<double>(spaces[0].entries.size());
  const RegretCurve curve = replay(spaces[0], "exhaustive", 1, size);
  EXPECT_EQ(curve.evaluations.size(), spaces[0].entries.size());
  EXPECT_EQ(curve.at(size), 0);
  EXPECT_TRUE(std::isinf(curve.at(0.5)));
}

TEST(Replay, RegretIsThatOfTheApparentBest) {
  std::vector<store::Row> rows = recorded_run();
  // The third variant looks fastest in the search, but the second is.
  rows[1].median_ns = 50;
  rows[2].median_ns = 75;
  std::vector<store::Sample> samples;
  for (const store::Row& row : rows)
    samples.push_back({.row = row.row, .phase = "screen", .index = 0, .ns = row.row == 3 ? 1 : *row.median_ns});
  const RegretCurve curve =
      replay(recorded_spaces(rows, samples, *modulus::modulus_catalogue())[0], "exhaustive", 1, 10);
  EXPECT_DOUBLE_EQ(curve.at(2), 0);
  EXPECT_DOUBLE_EQ(curve.at(3), 0.5);
}

TEST(Replay, NothingFoundCountsAsTheWorst) {
  std::vector<store::Row> rows = recorded_run();
  rows[0].status = rows[1].status = "wrong result";
  const RecordedSpace recorded = recorded_spaces(rows, {}, *modulus::modulus_catalogue()).front();
  const auto [optimum, worst] = std::ranges::minmax(recorded.costs());
  const RegretCurve curve = replay(recorded, "exhaustive", 1, 3);
  EXPECT_DOUBLE_EQ(curve.at(1), worst / optimum - 1);
  EXPECT_DOUBLE_EQ(curve.at(2), worst / optimum - 1);
  EXPECT_LT(curve.at(3), worst / optimum - 1);
}

TEST(Replay, SeedsOnManyCoresGiveTheCurvesOfEachAlone) {
  const RecordedSpace recorded = recorded_spaces(recorded_run(), {}, *modulus::modulus_catalogue()).front();
  const auto curves = replay_seeds(recorded, "bayes", 9, 60);
  ASSERT_EQ(curves.size(), 9u);
  for (std::uint64_t seed = 1; seed <= 9; ++seed)
    EXPECT_EQ(curves[seed - 1].regret, replay(recorded, "bayes", seed, 60).regret) << seed;
}

TEST(Replay, ASearchWithALeadKnowsItsResultsLater) {
  std::vector<store::Row> rows = recorded_run();
  for (store::Row& row : rows) row.median_ns = 1e6 - *row.median_ns;  // or the first would be the best
  const RecordedSpace recorded = recorded_spaces(rows, {}, *modulus::modulus_catalogue()).front();
  EXPECT_NE(replay(recorded, "bayes", 1, 60, {}, 8).regret, replay(recorded, "bayes", 1, 60).regret);
  EXPECT_EQ(replay(recorded, "random", 1, 60, {}, 8).regret, replay(recorded, "random", 1, 60).regret);
}

TEST(Replay, HintsAreWhatASearchWouldHaveShown) {
  const RecordedSpace recorded = recorded_spaces(recorded_run(), {}, *modulus::modulus_catalogue()).front();
  const std::vector<Hint> hints = hints_from(recorded, 1, 12);
  ASSERT_EQ(hints.size(), 12u);
  EXPECT_EQ(hints, hints_from(recorded, 1, 12));
  EXPECT_NE(hints, hints_from(recorded, 2, 12));
  const auto best = std::ranges::min_element(hints, {}, &Hint::target);
  const std::vector<Hint> wrong = misleading(hints);
  const auto worst = std::ranges::max_element(wrong, {}, &Hint::target);
  EXPECT_EQ(best->point, worst->point) << "the best is called the worst";
  EXPECT_EQ(replay(recorded, "bayes", 1, 1, hints).regret.front(), replay(recorded, "bayes", 1, 60).at(12))
      << "the best of them is tried first";
}

TEST(Replay, LessEffortCountsAsLess) {
  const RegretCurve curve =
      replay(recorded_spaces(recorded_run(), {}, *modulus::modulus_catalogue())[0], "halving", 1, 10);
  EXPECT_EQ(curve.evaluations.front(), 0.25);
  EXPECT_LE(curve.evaluations.back(), 10);
}

TEST(Replay, TheDefaultStrategyFindsTheBestOfARecordedSpaceWithAFractionOfTheWork) {
  const std::string run = std::string(MODLAB_SOURCE_DIR) + "/results/h200/sweep.csv";
  const auto spaces = read_recorded_spaces(run, *modulus::modulus_catalogue());
  ASSERT_EQ(spaces.size(), 2u);
  for (const RecordedSpace& recorded : spaces) {
    constexpr double kFew = 40;
    int good = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
      good += replay(recorded, kDefaultStrategy, seed, kFew).at(kFew) <= 0.02 ? 1 : 0;
    EXPECT_GE(good, 95) << title_of(recorded);
  }
}

}  // namespace
}  // namespace modlab::tune
