#include "kernels/modulus/fold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <utility>

#include "kernels/modulus/workload.h"

namespace modlab::modulus {
namespace {

using FoldedStrides = std::vector<std::uint64_t>;

FoldedModulus fold_layout(Layout layout, Shape shape, Placement placement = Placement::out) {
  return fold(modulus::describe({.shape = std::move(shape), .layout = layout, .placement = placement}));
}

/// Which elements of A, B and Out belong together.
using Triples = std::set<std::array<std::uint64_t, 3>>;

Triples triples_of(const ModulusDesc& desc) {
  Triples triples;
  ElementWalk a(desc.a);
  ElementWalk b(desc.b);
  ElementWalk out(desc.out);
  for (std::uint64_t i = 0; i < element_count(desc.a.sizes); ++i, a.next(), b.next(), out.next())
    triples.insert({a.offset(), b.offset(), out.offset()});
  return triples;
}

Triples triples_of(const FoldedModulus& folded) {
  const auto tensor = [&](const FoldedStrides& strides) {
    return TensorDesc{.sizes = folded.sizes, .strides = {strides.begin(), strides.end()}};
  };
  return triples_of({.a = tensor(folded.a_strides), .b = tensor(folded.b_strides), .out = tensor(folded.out_strides)});
}

TEST(Fold, PackedTensorsOfAnyRankAreOneRun) {
  for (const Shape& shape : {Shape{384}, Shape{2, 192}, Shape{1, 2, 3, 4, 1, 2, 8, 1}, Shape{2, 2, 2, 2, 2, 2, 2, 3}}) {
    const FoldedModulus folded = fold_layout(Layout::packed, shape);
    EXPECT_EQ(folded.sizes, Shape{static_cast<std::uint32_t>(element_count(shape))});
    EXPECT_EQ(folded.a_strides, FoldedStrides{1});
    EXPECT_TRUE(is_packed(folded));
    EXPECT_FALSE(has_scalar_b(folded));
  }
}

TEST(Fold, ASingleElementIsARunOfOne) {
  const FoldedModulus want{.sizes = {1}, .a_strides = {1}, .b_strides = {1}, .out_strides = {1}};
  EXPECT_EQ(fold_layout(Layout::packed, {1, 1, 1}), want);
  EXPECT_EQ(fold_layout(Layout::broadcast_b, {1}), want);
  EXPECT_TRUE(is_packed(want));
}

TEST(Fold, OneDivisorForAllIsOneDimension) {
  const FoldedModulus folded = fold_layout(Layout::broadcast_b, {2, 3, 4, 5});
  EXPECT_EQ(folded, (FoldedModulus{.sizes = {120}, .a_strides = {1}, .b_strides = {0}, .out_strides = {1}}));
  EXPECT_TRUE(has_scalar_b(folded));
  EXPECT_FALSE(is_packed(folded));
}

TEST(Fold, BroadcastRowsAndChannelsKeepTheDimensionsTheyVaryAlong) {
  EXPECT_EQ(fold_layout(Layout::row_b, {2, 3, 4, 5}),
            (FoldedModulus{.sizes = {24, 5}, .a_strides = {5, 1}, .b_strides = {0, 1}, .out_strides = {5, 1}}));
  EXPECT_EQ(fold_layout(Layout::channel_b, {2, 3, 4, 5}),
            (FoldedModulus{
                .sizes = {2, 3, 20}, .a_strides = {60, 20, 1}, .b_strides = {0, 1, 0}, .out_strides = {60, 20, 1}}));
  EXPECT_TRUE(has_scalar_b(fold_layout(Layout::row_b, {4, 5, 1})));
}

TEST(Fold, TransposedAndPaddedTensorsKeepTheirGaps) {
  EXPECT_EQ(
      fold_layout(Layout::transposed, {2, 3, 4, 5}),
      (FoldedModulus{.sizes = {6, 4, 5}, .a_strides = {20, 1, 4}, .b_strides = {20, 5, 1}, .out_strides = {20, 5, 1}}));
  EXPECT_EQ(fold_layout(Layout::padded, {2, 3, 4, 5}),
            (FoldedModulus{.sizes = {24, 5}, .a_strides = {8, 1}, .b_strides = {8, 1}, .out_strides = {8, 1}}));
}

TEST(Fold, DimensionsComeInTheOrderOutStoresThem) {
  EXPECT_EQ(
      fold_layout(Layout::transposed, {2, 3, 4, 5}, Placement::in_a),
      (FoldedModulus{.sizes = {6, 5, 4}, .a_strides = {20, 4, 1}, .b_strides = {20, 1, 5}, .out_strides = {20, 4, 1}}));
  const TensorDesc columns{.sizes = {4, 5}, .strides = {1, 4}};
  EXPECT_TRUE(is_packed(fold({.a = columns, .b = columns, .out = columns})));
}

TEST(Fold, SizesNeverPass32Bits) {
  const FoldedModulus folded = fold_layout(Layout::packed, {2, 2147483648, 2});
  EXPECT_EQ(folded.sizes, (Shape{2, 2147483648, 2}));
  EXPECT_EQ(folded.out_strides, (FoldedStrides{4294967296, 2, 1}));
  EXPECT_TRUE(is_packed(folded));
  EXPECT_TRUE(has_scalar_b(fold_layout(Layout::broadcast_b, {2, 2147483648, 2})));
  EXPECT_EQ(fold_layout(Layout::packed, {3, 1431655765}).sizes, Shape{4294967295});
}

TEST(Fold, KeepsTheOperandsOfEveryElementTogether) {
  std::mt19937 random(1);
  int folded_further = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    // Out nests in a random order of dimensions, with gaps at random; A and B have strides that tend to continue.
    const std::size_t rank = 1 + random() % kMaxDimensions;
    ModulusDesc desc;
    std::vector<std::size_t> order(rank);
    for (std::size_t i = 0; i < rank; ++i) {
      order[i] = i;
      desc.out.sizes.push_back(1 + static_cast<std::uint32_t>(random() % 3));
    }
    if (random() % 2 == 0) std::ranges::shuffle(order, random);
    desc.a.sizes = desc.b.sizes = desc.out.sizes;
    for (TensorDesc* tensor : {&desc.a, &desc.b, &desc.out}) {
      tensor->strides.resize(rank);
      std::uint32_t stride = 1;
      for (std::size_t i = rank; i-- > 0;) {
        const bool broadcast = tensor != &desc.out && random() % 4 == 0;
        tensor->strides[order[i]] = broadcast ? 0 : stride;
        stride = stride * desc.out.sizes[order[i]] + (random() % 4 == 0 ? 1 : 0);
      }
    }
    ASSERT_NO_THROW(validate(desc, FeatureLevel::level_3_0));
    const FoldedModulus folded = fold(desc);
    ASSERT_EQ(element_count(folded.sizes), element_count(desc.out.sizes));
    ASSERT_EQ(triples_of(folded), triples_of(desc)) << modlab::name_of(desc.out.sizes);
    if (folded.sizes.size() < rank) ++folded_further;
  }
  EXPECT_GT(folded_further, 1000);
}

}  // namespace
}  // namespace modlab::modulus
