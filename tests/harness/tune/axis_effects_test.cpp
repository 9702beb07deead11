#include "harness/tune/axis_effects.h"

#include <gtest/gtest.h>

#include <numeric>

namespace modlab::tune {
namespace {

SearchSpace square(std::uint32_t side) {
  std::vector<Point> points;
  for (std::uint32_t x = 0; x < side; ++x)
    for (std::uint32_t y = 0; y < side; ++y) points.push_back({x, y});
  return {{{.values = side}, {.values = side}}, points};
}

AxisEffects fit(const SearchSpace& space, const std::vector<std::size_t>& points, const std::vector<double>& targets,
                std::mt19937_64& random) {
  std::vector<AxisEffects::Observation> seen;
  for (std::size_t i = 0; i < points.size(); ++i)
    seen.push_back({.point = &space.point(points[i]), .target = targets[i]});
  return {space.axes(), seen, random};
}

TEST(AxisEffects, OrderPointsNeverSeenByTheirValues) {
  const SearchSpace space = square(5);
  // Only the first row and the first column are known.
  std::vector<std::size_t> points;
  std::vector<double> targets;
  for (std::size_t i = 0; i < space.size(); ++i) {
    const Point& point = space.point(i);
    if (point[0] != 0 && point[1] != 0) continue;
    points.push_back(i);
    targets.push_back(3.0 * point[0] - 2.0 * point[1]);
  }
  std::mt19937_64 random(1);
  const AxisEffects effects = fit(space, points, targets, random);
  EXPECT_LT(effects.predict({1, 4}), effects.predict({1, 1}));
  EXPECT_LT(effects.predict({1, 4}), effects.predict({4, 4}));
  EXPECT_LT(effects.predict({2, 4}), effects.predict({3, 2}));
}

TEST(AxisEffects, AValueNeverSeenHasNone) {
  const SearchSpace space = square(3);
  std::mt19937_64 random(1);
  const AxisEffects effects = fit(space, std::vector<std::size_t>{0, 4}, std::vector{1.0, 5.0}, random);
  EXPECT_EQ(effects.predict({2, 2}), 0);
  EXPECT_LT(effects.predict({0, 2}), 0);
  EXPECT_GT(effects.predict({1, 2}), 0);
}

TEST(AxisEffects, AreShrunkWhereFewPointsShowThem) {
  const SearchSpace space = square(6);
  // Value 0 of the first axis is 4 above in five points, value 1 in one.
  std::vector<std::size_t> points{6};
  std::vector<double> targets{4};
  for (std::size_t i = 0; i < 5; ++i) {
    points.push_back(i);
    targets.push_back(4);
    points.push_back(12 + i);
    targets.push_back(0);
  }
  std::mt19937_64 random(1);
  const AxisEffects effects = fit(space, points, targets, random);
  EXPECT_GT(effects.predict({0, 5}), effects.predict({1, 5}));
  EXPECT_GT(effects.predict({1, 5}), effects.predict({2, 5}));
}

}  // namespace
}  // namespace modlab::tune
