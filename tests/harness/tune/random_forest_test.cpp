#include "harness/tune/random_forest.h"

#include <gtest/gtest.h>

#include <numeric>

namespace modlab {
namespace {

/// Points on an ordered axis of 100 values and one of 4 that is not.
SearchSpace lattice() {
  std::vector<Point> points;
  for (std::uint32_t x = 0; x < 100; ++x)
    for (std::uint32_t kind = 0; kind < 4; ++kind) points.push_back({x, kind});
  return {{{.values = 100, .ordered = true}, {.values = 4}}, points};
}

TEST(RandomForest, PredictsPointsBetweenThoseItKnows) {
  const SearchSpace space = lattice();
  const auto truth = [](const Point& point) { return (point[0] < 40 ? 1.0 : 5.0) + (point[1] == 2 ? 10.0 : 0.0); };
  std::vector<std::size_t> points;
  std::vector<double> targets;
  for (std::size_t i = 0; i < space.size(); i += 3) {
    points.push_back(i);
    targets.push_back(truth(space.point(i)));
  }
  std::mt19937_64 random(1);
  const RandomForest forest(space, points, targets, random);
  for (const Point& point : {Point{10, 0}, Point{10, 2}, Point{80, 1}, Point{80, 2}})
    EXPECT_NEAR(forest.predict(point).mean, truth(point), 0.5) << point[0] << ' ' << point[1];
}

TEST(RandomForest, ItsTreesAgreeWhereAPointIsKnownAndDisagreeFarFromAny) {
  const SearchSpace space = lattice();
  const std::vector<std::size_t> points{0, 4, 8, 12, 396};
  const std::vector<double> targets{1, 1, 1, 1, 9};
  std::mt19937_64 random(1);
  const RandomForest forest(space, points, targets, random);
  EXPECT_EQ(forest.predict({0, 0}).mean, 1);
  EXPECT_EQ(forest.predict({0, 0}).deviation, 0);
  EXPECT_EQ(forest.predict({99, 0}).mean, 9);
  EXPECT_GT(forest.predict({50, 0}).deviation, 1);
}

TEST(RandomForest, OnePointOrEqualTargetsAreOneLeaf) {
  const SearchSpace space = lattice();
  std::mt19937_64 random(1);
  EXPECT_EQ(RandomForest(space, std::vector<std::size_t>{7}, std::vector{2.5}, random).predict({99, 3}).mean, 2.5);
  const RandomForest equal(space, std::vector<std::size_t>{7, 70}, std::vector{2.5, 2.5}, random);
  EXPECT_EQ(equal.predict({0, 0}).mean, 2.5);
  EXPECT_EQ(equal.predict({0, 0}).deviation, 0);
}

}  // namespace
}  // namespace modlab
