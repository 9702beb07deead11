#include "harness/tune/search_space.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/files/kernel_file.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"

namespace modlab::tune {
namespace {

/// The points one step away from a point, in the order of their coordinates.
std::vector<Point> around(const SearchSpace& space, const Point& point) {
  std::vector<Point> points;
  for (const std::size_t i : space.neighbours(space.find(point).value())) points.push_back(space.point(i));
  std::ranges::sort(points);
  return points;
}

SearchSpace search_space_of(const std::vector<modulus::Variant>& variants, const Kernels& kernels = {}) {
  const Space space = modulus::space_of(variants, kernels);
  return {space.axes, space.points};
}

TEST(SearchSpace, AStepChangesOneAxisToAnyValue) {
  const SearchSpace space({{.values = 3}, {.values = 2}}, {{0, 0}, {0, 1}, {1, 0}, {2, 0}, {2, 1}});
  EXPECT_EQ(around(space, {0, 0}), (std::vector<Point>{{0, 1}, {1, 0}, {2, 0}}));
  EXPECT_EQ(around(space, {1, 0}), (std::vector<Point>{{0, 0}, {2, 0}}));
}

TEST(SearchSpace, AStepOnAnOrderedAxisGoesToTheNearestValueOnEitherSide) {
  const SearchSpace space({{.values = 6, .ordered = true}}, {{0}, {1}, {3}, {4}, {5}});
  EXPECT_EQ(around(space, {3}), (std::vector<Point>{{1}, {4}}));
  EXPECT_EQ(around(space, {0}), (std::vector<Point>{{1}}));
}

TEST(SearchSpace, OneAxisAwayIsAnyOtherValueOfAnyAxis) {
  const SearchSpace space({{.values = 4, .ordered = true}, {.values = 2}}, {{0, 0}, {1, 0}, {3, 0}, {0, 1}, {1, 1}});
  EXPECT_EQ(space.one_axis_away(0), (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_EQ(space.one_axis_away(4), (std::vector<std::size_t>{3, 1}));
}

TEST(SearchSpace, VariantsAreOneStepFromAnotherBuild) {
  const modulus::Variant plain;
  modulus::Variant dxc = plain;
  dxc.build = {CompilerId::dxc, {6, 6}, true, 32};
  modulus::Variant wide = plain;
  wide.load_bytes = 16;
  const SearchSpace space = search_space_of({plain, dxc, wide});
  EXPECT_EQ(space.neighbours(0).size(), 2u);
}

TEST(SearchSpace, TheAxesOfUsersKernelsFollowTheBuiltInOnes) {
  const std::string text =
      "// modlab: op floor\n// modlab: dtype f32\n// modlab: axis U = 1, 2, 4\n// modlab: axis W = LEFT, RIGHT\n"
      "// modlab: threads 96\n// modlab: elements 1\n";
  const KernelPtr kernel = parse_kernel("stepping.hlsl", {{"stepping.hlsl", text}}, "01234567");
  const auto own = [&](std::uint8_t u, std::uint8_t w) {
    return own_variant(kernel, {u, w}, plainest_build(CompilerId::d3dcompile));
  };
  const SearchSpace space = search_space_of({modulus::Variant{}, own(0, 0), own(1, 0), own(2, 0), own(0, 1)}, {kernel});
  const std::size_t built_in = space.axes().size() - 3;
  EXPECT_TRUE(space.axes()[built_in + 1].ordered) << "numbers";
  EXPECT_FALSE(space.axes()[built_in + 2].ordered) << "words";
  EXPECT_EQ(space.neighbours(1), (std::vector<std::size_t>{2, 4}));
  EXPECT_EQ(space.point(0)[built_in], 0u);
  EXPECT_EQ(space.point(3)[built_in], 1u);
  EXPECT_EQ(space.point(3)[built_in + 1], 2u);
}

}  // namespace
}  // namespace modlab::tune
