#include "harness/tune/gaussian_process.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace modlab::tune {
namespace {

/// Points on an ordered axis of 20 values, one of 4 that is not, and one of a single value.
SearchSpace lattice() {
  std::vector<Point> points;
  for (std::uint32_t x = 0; x < 20; ++x)
    for (std::uint32_t kind = 0; kind < 4; ++kind) points.push_back({x, kind, 0});
  return {{{.values = 20, .ordered = true}, {.values = 4}, {.values = 1}}, points};
}

/// The expected gains of some points after every third one of the lattice was learned.
std::vector<double> gains_after_a_third(double (*truth)(const Point&), const std::vector<Point>& asked) {
  const SearchSpace space = lattice();
  std::vector<std::size_t> points;
  std::vector<double> targets;
  for (std::size_t i = 0; i < space.size(); i += 3) {
    points.push_back(i);
    targets.push_back(truth(space.point(i)));
  }
  std::mt19937_64 random(1);
  GaussianProcess process(space);
  for (int lesson = 0; lesson < 20; ++lesson) process.learn(points, targets, random);
  std::vector<std::size_t> candidates;
  for (const Point& point : asked) candidates.push_back(space.find(point).value());
  return process.expected_gains(candidates);
}

TEST(GaussianProcess, ExpectsToGainWhereAxesInteract) {
  // Kind 2 is good only with a large x, kind 1 only with a small one: neither axis has an effect of its own.
  const auto truth = [](const Point& point) {
    const double x = point[0] / 19.0;
    return point[1] == 2 ? -x : point[1] == 1 ? x - 1 : 0.0;
  };
  const auto gains = gains_after_a_third(truth, {{19, 2, 0}, {0, 2, 0}, {19, 1, 0}, {1, 1, 0}});
  EXPECT_GT(gains[0], 4 * gains[1]);
  EXPECT_GT(gains[3], 4 * gains[2]);
}

TEST(GaussianProcess, LearnsWhichAxisMatters) {
  const auto by_kind = [](const Point& point) { return point[1] == 3 ? -1.0 : 1.0; };
  const auto gains = gains_after_a_third(by_kind, {{4, 3, 0}, {4, 0, 0}, {13, 3, 0}, {13, 0, 0}});
  EXPECT_GT(gains[0], 3 * gains[1]);
  EXPECT_GT(gains[2], 3 * gains[3]);
}

TEST(GaussianProcess, ExpectsMoreWhereLessIsKnown) {
  const SearchSpace space = lattice();
  std::mt19937_64 random(1);
  GaussianProcess process(space);
  const std::vector<std::size_t> points{*space.find({0, 0, 0}), *space.find({1, 0, 0}), *space.find({2, 0, 0})};
  process.learn(points, std::vector<double>{1.0, 0.9, 1.0}, random);
  const auto gains = process.expected_gains(std::vector{*space.find({3, 0, 0}), *space.find({19, 3, 0})});
  EXPECT_GT(gains[1], gains[0]);
}

TEST(GaussianProcess, OnePointOrEqualTargetsAreEnough) {
  const SearchSpace space = lattice();
  std::mt19937_64 random(1);
  GaussianProcess process(space);
  for (const std::vector<std::size_t>& points : {std::vector<std::size_t>{7}, {7, 70}}) {
    process.learn(points, std::vector(points.size(), 2.5), random);
    for (const double gain : process.expected_gains(std::vector<std::size_t>{7, 8, 79})) {
      EXPECT_GE(gain, 0);
      EXPECT_LT(gain, 1);
    }
  }
}

TEST(GaussianProcess, LooksAtTheMorePromisingOfManyPoints) {
  std::vector<Point> points;
  for (std::uint32_t x = 0; x < 1000; ++x) points.push_back({x});
  const SearchSpace space({{.values = 1000, .ordered = true}}, points);
  std::mt19937_64 random(1);
  GaussianProcess process(space);
  process.learn(std::vector<std::size_t>{0, 500, 999}, std::vector<double>{-1, 0, 1}, random);
  std::vector<std::size_t> all(1000);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const auto gains = process.expected_gains(all);
  EXPECT_EQ(std::ranges::count_if(gains, [](double gain) { return gain > 0; }), 128);
  EXPECT_GT(gains[3], 0);
  EXPECT_EQ(gains[998], 0);
}

}  // namespace
}  // namespace modlab::tune
