#include "kernels/modulus/overlap.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace modlab::modulus {
namespace {

Overlap overlap_of(Shape sizes, std::vector<std::uint32_t> strides) {
  return find_overlap({.type = DataType::u8, .sizes = std::move(sizes), .strides = std::move(strides)});
}

Overlap overlap_by_visiting(const TensorDesc& desc) {
  std::set<std::uint64_t> visited;
  ElementWalk walk(desc);
  for (std::uint64_t i = 0; i < element_count(desc.sizes); ++i, walk.next())
    if (!visited.insert(walk.offset()).second) return Overlap::certain;
  return Overlap::none;
}

TEST(Overlap, PackedPaddedAndTransposedTensorsHaveNone) {
  EXPECT_EQ(overlap_of({2, 3, 4}, {}), Overlap::none);
  EXPECT_EQ(overlap_of({2, 3, 4}, {21, 7, 1}), Overlap::none);
  EXPECT_EQ(overlap_of({2, 3, 4}, {12, 1, 3}), Overlap::none);
  EXPECT_EQ(overlap_of({1}, {0}), Overlap::none);
  EXPECT_EQ(overlap_of({1, 4}, {0, 1}), Overlap::none);
}

TEST(Overlap, BroadcastElementsShareAnAddress) {
  EXPECT_EQ(overlap_of({2, 3, 4}, {0, 4, 1}), Overlap::certain);
  EXPECT_EQ(overlap_of({2}, {0}), Overlap::certain);
}

TEST(Overlap, InterleavedDimensionsAreDecidedExactly) {
  EXPECT_EQ(overlap_of({3, 2}, {2, 3}), Overlap::none);     // 0 3 2 5 4 7
  EXPECT_EQ(overlap_of({4, 3}, {2, 3}), Overlap::certain);  // 0 + 2 * 3 and 3 * 2 + 0
  EXPECT_EQ(overlap_of({2, 3}, {1, 1}), Overlap::certain);
  EXPECT_EQ(overlap_of({1000000, 1000000}, {1000003, 1000033}), Overlap::none);
  EXPECT_EQ(overlap_of({1000034, 1000004}, {1000003, 1000033}), Overlap::certain);
}

TEST(Overlap, AgreesWithVisitingEveryElementAtEveryRank) {
  std::mt19937 random(1);
  const auto draw = [&](unsigned least, unsigned most) {
    return least + static_cast<unsigned>(random() % (most - least + 1));
  };
  int none = 0;
  int certain = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    TensorDesc desc{.type = DataType::u8, .sizes = {}, .strides = {}};
    const unsigned rank = draw(1, 8);
    const unsigned widest = draw(1, 400);
    for (unsigned i = 0; i < rank; ++i) {
      desc.sizes.push_back(draw(1, rank > 4 ? 2 : 5));
      desc.strides.push_back(draw(0, 9) == 0 ? 0 : draw(1, widest));
    }
    const Overlap want = overlap_by_visiting(desc);
    ASSERT_EQ(find_overlap(desc), want) << modlab::name_of(desc.sizes) << " strides " << modlab::name_of(desc.strides);
    ++(want == Overlap::none ? none : certain);
  }
  EXPECT_GT(none, 2000);
  EXPECT_GT(certain, 2000);
}

TEST(Overlap, TooEntangledStridesAreNeverCalledFree) {
  EXPECT_EQ(overlap_of({20000, 20000, 20000}, {2147483647, 1610612741, 1190494759}), Overlap::unproven);
}

TEST(Overlap, LargeStridesDoNotOverflow) {
  constexpr std::uint32_t kLargest = 4294967295;
  EXPECT_EQ(overlap_of({268435456, 2}, {kLargest, kLargest}), Overlap::certain);
  EXPECT_EQ(overlap_of({1073741824, 1073741823}, {kLargest, kLargest - 1}), Overlap::unproven);
}

}  // namespace
}  // namespace modlab::modulus
