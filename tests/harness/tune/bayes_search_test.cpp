#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include "harness/tune/strategy.h"

namespace modlab::tune {
namespace {

using Cost = std::function<std::optional<double>(const Point&)>;

/// Every combination of the values of some axes.
SearchSpace grid(const std::vector<SearchAxis>& axes) {
  std::vector<Point> points{Point(axes.size(), 0)};
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const std::size_t count = points.size();
    for (std::uint32_t value = 1; value < axes[a].values; ++value)
      for (std::size_t i = 0; i < count; ++i) {
        points.push_back(points[i]);
        points.back()[a] = value;
      }
  }
  return {axes, points};
}

/// The points that a search proposes, in order, until its end or the limit.
std::vector<std::size_t> search(std::string_view strategy, const SearchSpace& space, const Cost& cost,
                                std::uint64_t seed = 1, std::size_t limit = 100000,
                                const std::vector<std::size_t>& starts = {}) {
  const auto made = make_strategy(strategy, {.space = space, .classes = {}, .seed = seed, .starts = starts});
  std::vector<std::size_t> proposals;
  while (proposals.size() < limit) {
    const auto proposal = made->next();
    if (!proposal) break;
    proposals.push_back(proposal->point);
    made->learn(cost(space.point(proposal->point)));
  }
  return proposals;
}

/// Evaluations until the optimum, whose cost is 1, is found.
std::size_t evaluations_to_optimum(std::string_view strategy, const SearchSpace& space, const Cost& cost,
                                   std::uint64_t seed) {
  const auto made = make_strategy(strategy, {.space = space, .classes = {}, .seed = seed, .starts = {}});
  for (std::size_t evaluations = 1;; ++evaluations) {
    const auto found = cost(space.point(made->next().value().point));
    if (found == 1.0) return evaluations;
    made->learn(found);
  }
}

/// 4,320 points with one optimum: choices that matter, one that does not, and two that depend on each other.
SearchSpace rugged_space() {
  return grid({{.values = 4},
               {.values = 6, .ordered = true},
               {.values = 5, .ordered = true},
               {.values = 6},
               {.values = 6, .ordered = true}});
}
std::optional<double> rugged_cost(const Point& point) {
  if (point[0] == 3 && point[1] == 5) return std::nullopt;  // too much shared memory, say
  const double unroll = std::abs(static_cast<double>(point[1]) - 4);
  const double tile = std::abs(static_cast<double>(point[2]) - static_cast<double>(point[1]) + 2);
  return 1 + (point[0] == 2 ? 0 : 0.3) + 0.1 * unroll + 0.2 * tile + (point[3] == 5 ? 0 : 0.4) + 0.001 * point[4];
}

bool visits_all_once(const SearchSpace& space, const Cost& cost) {
  const auto proposals = search("bayes", space, cost);
  return proposals.size() == space.size() &&
         std::set<std::size_t>(proposals.begin(), proposals.end()).size() == space.size();
}

TEST(BayesSearch, VisitsEveryPointOnce) {
  EXPECT_TRUE(visits_all_once(grid({{.values = 4}, {.values = 9, .ordered = true}, {.values = 3}}),
                              [](const Point& point) { return 1.0 + point[0] + point[1] * point[2]; }));
  const auto ramp = [](const Point& point) { return 1.0 + point[0]; };
  EXPECT_TRUE(visits_all_once(grid({{.values = 200, .ordered = true}}), ramp)) << "one axis";
  EXPECT_TRUE(visits_all_once(grid({{.values = 1}}), ramp)) << "one point";
  EXPECT_TRUE(visits_all_once(grid({{.values = 9}, {.values = 9}}), [](const Point&) { return 3.0; })) << "no slope";
  EXPECT_TRUE(visits_all_once(grid({{.values = 9}, {.values = 9}}), [](const Point&) { return std::nullopt; }))
      << "all fail";
  EXPECT_TRUE(visits_all_once(grid({{.values = 30}, {.values = 30}}), ramp)) << "more points than candidates";
}

TEST(BayesSearch, IsTheSameForTheSameSeedAlone) {
  const SearchSpace space = rugged_space();
  EXPECT_EQ(search("bayes", space, rugged_cost, 5, 150), search("bayes", space, rugged_cost, 5, 150));
  EXPECT_NE(search("bayes", space, rugged_cost, 5, 150), search("bayes", space, rugged_cost, 6, 150));
}

TEST(BayesSearch, FindsTheOptimumMuchSoonerThanRandomSearch) {
  const SearchSpace space = rugged_space();
  std::size_t bayes = 0;
  std::size_t random = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    bayes += evaluations_to_optimum("bayes", space, rugged_cost, seed);
    random += evaluations_to_optimum("random", space, rugged_cost, seed);
  }
  EXPECT_LT(10 * bayes, random);
}

TEST(BayesSearch, BeginsWithTheStartsThenThePlainest) {
  const auto proposals = search("bayes", rugged_space(), rugged_cost, 1, 3, {40, 17});
  EXPECT_EQ(proposals, (std::vector<std::size_t>{40, 17, 0}));
}

/// What a search of the same space would have found of every tenth point, or of costs that are the other way round.
std::vector<Hint> hints_of(const SearchSpace& space, double sign) {
  std::vector<Hint> hints;
  for (std::size_t i = 0; i < space.size(); i += 10)
    hints.push_back({.point = space.point(i), .target = sign * rugged_cost(space.point(i)).value_or(3)});
  return hints;
}

/// The regret after so many evaluations, the mean of twenty seeds.
double regret_with(const std::vector<Hint>& hints, int evaluations) {
  const SearchSpace space = rugged_space();
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto strategy =
        make_strategy("bayes", {.space = space, .classes = {}, .seed = seed, .starts = {}, .hints = hints});
    double best = 1e9;
    for (int i = 0; i < evaluations; ++i) {
      const auto cost = rugged_cost(space.point(strategy->next().value().point));
      strategy->learn(cost);
      best = std::min(best, cost.value_or(best));
    }
    sum += best - 1;
  }
  return sum / 20;
}

TEST(BayesSearch, HintsSpareItMostOfTheWayAndWrongOnesCostLittle) {
  const SearchSpace space = rugged_space();
  EXPECT_LT(regret_with(hints_of(space, 1), 8), regret_with({}, 8) / 2);
  EXPECT_GT(regret_with(hints_of(space, -1), 8), regret_with({}, 8)) << "these are wrong indeed";
  EXPECT_LT(regret_with(hints_of(space, -1), 40), regret_with({}, 25)) << "fifteen evaluations";
}

/// What searches have found with so much time, in usual evaluations: the mean of twenty seeds.
struct Found {
  double evaluations = 0;
  double regret = 0;
};
Found found_in(double budget, bool told, const std::function<double(const Point&)>& time) {
  const SearchSpace space = rugged_space();
  Found mean;
  constexpr std::uint64_t kSeeds = 20;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto made = make_strategy("bayes", {.space = space, .classes = {}, .seed = seed, .starts = {}});
    double best = 2;
    for (double spent = 0; spent < budget;) {
      const Point& point = space.point(made->next().value().point);
      const auto cost = rugged_cost(point);
      made->learn(cost);
      if (told) made->took(time(point));
      spent += time(point);
      mean.evaluations += 1.0 / kSeeds;
      best = std::min(best, cost.value_or(best));
    }
    mean.regret += (best - 1) / kSeeds;
  }
  return mean;
}

TEST(BayesSearch, TriesMoreInTheSameTimeWhereItIsToldWhatTakesLong) {
  const auto time = [](const Point& point) { return point[4] > 2 ? 16.0 : 1.0; };  // of an axis that hardly matters
  const Found told = found_in(300, true, time);
  const Found untold = found_in(300, false, time);
  EXPECT_GT(told.evaluations, 1.25 * untold.evaluations);
  EXPECT_LT(told.regret, untold.regret);
}

TEST(BayesSearch, FindsTheBestWhereThatTakesLong) {
  const auto time = [](const Point& point) { return point[3] == 5 ? 16.0 : 1.0; };  // the best value of its axis
  EXPECT_LE(found_in(300, true, time).regret, found_in(300, false, time).regret);
}

TEST(BayesSearch, ALittleMoreTimeDecidesNothing) {
  // Or a resumed search would differ from one that was not stopped.
  const auto time = [](const Point& point) { return 1 + 0.05 * point[3]; };
  const Found told = found_in(100, true, time);
  const Found untold = found_in(100, false, time);
  EXPECT_EQ(told.evaluations, untold.evaluations);
  EXPECT_EQ(told.regret, untold.regret);
}

TEST(BayesSearch, BeginsWithWhatHintsCallTheBest) {
  const SearchSpace whole = rugged_space();
  std::vector<std::size_t> few(60);
  std::iota(few.begin(), few.end(), std::size_t{0});
  const SearchSpace space = whole.part(few);
  const std::vector<Hint> hints{{.point = whole.point(30), .target = -1},
                                {.point = whole.point(50), .target = -2},
                                {.point = whole.point(70), .target = -3}};
  const auto strategy =
      make_strategy("bayes", {.space = space, .classes = {}, .seed = 1, .starts = {40}, .hints = hints});
  for (const std::size_t expected : {40u, 50u, 30u, 0u}) {
    EXPECT_EQ(strategy->next().value().point, expected);
    strategy->learn(1);
  }
}

TEST(BayesSearch, BeginsWithTheBestOfEachTeacher) {
  const SearchSpace space = rugged_space();
  const std::vector<Hint> hints{{.point = space.point(30), .target = -3, .teacher = 0},
                                {.point = space.point(31), .target = -2, .teacher = 0},
                                {.point = space.point(50), .target = -1, .teacher = 1}};
  const auto strategy =
      make_strategy("bayes", {.space = space, .classes = {}, .seed = 1, .starts = {}, .hints = hints});
  for (const std::size_t expected : {30u, 50u, 31u, 0u}) {
    EXPECT_EQ(strategy->next().value().point, expected);
    strategy->learn(1);
  }
}

TEST(BayesSearch, TriesAllItsOwnValuesWhereAHintHasOneThatItLacks) {
  std::vector<Point> points;
  for (std::uint32_t algorithm = 0; algorithm < 2; ++algorithm)
    for (std::uint32_t x = 0; x < 50; ++x) points.push_back({algorithm, x});
  const SearchSpace space({{.values = 3}, {.values = 50, .ordered = true}}, points);
  const std::vector<Hint> hints{{.point = {2, 17}, .target = -1}, {.point = {1, 40}, .target = -0.5}};
  const auto strategy =
      make_strategy("bayes", {.space = space, .classes = {}, .seed = 1, .starts = {}, .hints = hints});
  for (const Point& expected : {Point{0, 17}, Point{1, 17}, Point{1, 40}, Point{0, 0}}) {
    EXPECT_EQ(space.point(strategy->next().value().point), expected);
    strategy->learn(1);
  }
}

TEST(BayesSearch, AClassTriesWhatAnotherHasFoundBest) {
  // The same x is the best for both classes, and no other cost leads there.
  std::vector<Point> points;
  std::vector<std::uint32_t> classes;
  for (std::uint32_t algorithm = 0; algorithm < 2; ++algorithm)
    for (std::uint32_t x = 0; x < 300; ++x) {
      points.push_back({algorithm, x});
      classes.push_back(algorithm);
    }
  const SearchSpace space({{.values = 2}, {.values = 300}}, points);
  const auto strategy = make_strategy("bayes", {.space = space, .classes = classes, .seed = 1, .starts = {250}});
  std::vector<Point> tried;
  while (tried.size() < 12) {
    tried.push_back(space.point(strategy->next().value().point));
    strategy->learn(tried.back()[1] == 250 ? 1.0 : 5.0 + tried.back()[1] % 7);
  }
  EXPECT_NE(std::ranges::find(tried, Point{0, 250}), tried.end());
  EXPECT_NE(std::ranges::find(tried, Point{1, 250}), tried.end());
}

TEST(BayesSearch, KnowsAsManyProposalsAheadAsItIsAskedTo) {
  const SearchSpace space = rugged_space();
  const auto made = make_strategy("bayes", {.space = space, .classes = {}, .seed = 1, .starts = {}, .lead = 4});
  std::vector<std::size_t> named;
  std::set<std::size_t> proposed;
  for (std::size_t i = 0; i < space.size(); ++i) {
    const std::size_t point = made->next().value().point;
    EXPECT_TRUE(proposed.insert(point).second) << "twice";
    EXPECT_TRUE(i == 0 || point == named.front()) << i;
    named = made->likely_next(4);
    made->learn(rugged_cost(space.point(point)));
  }
  EXPECT_FALSE(made->next());
}

TEST(BayesSearch, DrawsShowEveryValueEarly) {
  // A value that only one point in a hundred has.
  std::vector<Point> points;
  for (std::uint32_t i = 0; i < 1000; ++i) points.push_back({i % 100 == 7 ? 1U : 0U, i});
  const SearchSpace space({{.values = 2}, {.values = 1000, .ordered = true}}, points);
  const auto proposals = search(
      "bayes", space, [](const Point& point) { return 1.0 + point[1]; }, 3, 12);
  EXPECT_TRUE(std::ranges::any_of(proposals, [&](std::size_t i) { return space.point(i)[0] == 1; }));
}

TEST(BayesSearch, LooksAtEveryNeighbourOfTheBest) {
  const SearchSpace space = rugged_space();
  const auto proposals = search("bayes", space, rugged_cost, 2, 200);
  const std::size_t best = *std::ranges::min_element(
      proposals, {}, [&](std::size_t i) { return rugged_cost(space.point(i)).value_or(1e9); });
  for (const std::size_t neighbour : space.neighbours(best))
    EXPECT_NE(std::ranges::find(proposals, neighbour), proposals.end()) << neighbour;
}

TEST(BayesSearch, OftenProposesWhatItNamedAsLikely) {
  const SearchSpace space = rugged_space();
  const auto made = make_strategy("bayes", {.space = space, .classes = {}, .seed = 1, .starts = {}});
  std::vector<std::size_t> likely = made->likely_next(16);
  int named = 0;
  for (int i = 0; i < 100; ++i) {
    const std::size_t point = made->next().value().point;
    named += std::ranges::find(likely, point) != likely.end() ? 1 : 0;
    made->learn(rugged_cost(space.point(point)));
    likely = made->likely_next(16);
  }
  EXPECT_GE(named, 50);
}

}  // namespace
}  // namespace modlab::tune
