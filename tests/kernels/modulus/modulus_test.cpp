#include "kernels/modulus/modulus.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/error.h"

namespace modlab::modulus {
namespace {

ModulusDesc legal_desc() {
  const TensorDesc tensor{.type = DataType::f32, .sizes = {1, 2, 3, 4}, .strides = {}};
  return {.rounding = Rounding::floor, .a = tensor, .b = tensor, .out = tensor};
}

std::string refusal(const ModulusDesc& desc, FeatureLevel level = FeatureLevel::level_3_0) {
  try {
    validate(desc, level);
    return "accepted";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(ModulusDesc, FourEqualDimensionsAreLegalAtEveryLevel) {
  EXPECT_EQ(refusal(legal_desc(), FeatureLevel::level_2_1), "accepted");
  EXPECT_EQ(refusal(legal_desc(), FeatureLevel::level_3_0), "accepted");
}

TEST(ModulusDesc, Level21TakesExactlyFourDimensions) {
  ModulusDesc desc = legal_desc();
  desc.a.sizes = desc.b.sizes = desc.out.sizes = {24};
  EXPECT_EQ(refusal(desc, FeatureLevel::level_2_1), "A: DimensionCount is 1, feature level 2.1 takes exactly 4");
  EXPECT_EQ(refusal(desc, FeatureLevel::level_3_0), "accepted");
}

TEST(ModulusDesc, RefusalNamesTensorFieldAndRule) {
  ModulusDesc types = legal_desc();
  types.b.type = DataType::f16;
  EXPECT_EQ(refusal(types), "B: DataType is f16, but A's is f32; all three must be the same");
  ModulusDesc sizes = legal_desc();
  sizes.out.sizes[3] = 5;
  EXPECT_EQ(refusal(sizes), "Out: Sizes is 1x2x3x5, but A's is 1x2x3x4; all three must be the same");
  ModulusDesc nine = legal_desc();
  nine.b.sizes.assign(9, 1);
  EXPECT_EQ(refusal(nine), "B: DimensionCount is 9, DirectML takes 1 to 8");
  ModulusDesc zero = legal_desc();
  zero.a.sizes[2] = 0;
  EXPECT_EQ(refusal(zero), "A: Sizes[2] is 0, every size is at least 1");
  ModulusDesc strides = legal_desc();
  strides.a.strides = {1, 1};
  EXPECT_EQ(refusal(strides), "A: Strides has 2 entries for 4 dimensions");
}

TEST(ModulusDesc, LevelsFrom30TakeOneToEightDimensions) {
  for (std::size_t rank = 0; rank <= 9; ++rank) {
    ModulusDesc desc = legal_desc();
    desc.a.sizes = desc.b.sizes = desc.out.sizes = Shape(rank, 2);
    EXPECT_EQ(refusal(desc) == "accepted", rank >= 1 && rank <= 8) << refusal(desc);
    EXPECT_EQ(refusal(desc, FeatureLevel::level_2_1) == "accepted", rank == 4);
  }
}

TEST(ModulusDesc, SizesMatchDimensionByDimension) {
  ModulusDesc desc = legal_desc();
  desc.b.sizes = {2, 3, 4};
  EXPECT_EQ(refusal(desc), "B: Sizes is 2x3x4, but A's is 1x2x3x4; all three must be the same");
  desc.b.sizes = {1, 1, 3, 4};  // broadcasting is a stride of 0, never a size of 1
  EXPECT_EQ(refusal(desc), "B: Sizes is 1x1x3x4, but A's is 1x2x3x4; all three must be the same");
  desc.b.sizes = {1, 2, 3, 4};
  desc.b.strides = {0, 0, 4, 1};
  EXPECT_EQ(refusal(desc), "accepted");
}

TEST(ModulusDesc, StridesReachingPastTheTensorAreRefused) {
  ModulusDesc desc = legal_desc();
  desc.a.total_bytes = 96;
  EXPECT_EQ(refusal(desc), "accepted");
  desc.a.total_bytes = 92;
  EXPECT_EQ(refusal(desc), "A: Strides 24x12x4x1 reach 96 bytes, past TotalTensorSizeInBytes, which is 92");
  ModulusDesc padded = legal_desc();
  padded.out.strides = {42, 21, 7, 1};
  padded.out.total_bytes = 96;
  EXPECT_EQ(refusal(padded), "Out: Strides 42x21x7x1 reach 156 bytes, past TotalTensorSizeInBytes, which is 96");
  ModulusDesc broadcast = legal_desc();
  broadcast.b.strides = {0, 0, 0, 0};
  broadcast.b.total_bytes = 4;
  EXPECT_EQ(refusal(broadcast), "accepted");
}

TEST(ModulusDesc, SmallTypesReachWholeWords) {
  ModulusDesc desc = legal_desc();
  desc.a.type = desc.b.type = desc.out.type = DataType::i8;
  desc.a.sizes = desc.b.sizes = desc.out.sizes = {1, 1, 1, 5};
  desc.b.total_bytes = 8;
  EXPECT_EQ(refusal(desc), "accepted");
  desc.b.total_bytes = 5;
  EXPECT_EQ(refusal(desc), "B: Strides 5x5x5x1 reach 8 bytes, past TotalTensorSizeInBytes, which is 5");
}

TEST(ModulusDesc, StorageThatCannotBeAddressedIsRefused) {
  ModulusDesc desc = legal_desc();
  desc.a.sizes = desc.b.sizes = desc.out.sizes = {65536, 65536, 65536, 65536};
  EXPECT_EQ(refusal(desc),
            "A: Sizes 65536x65536x65536x65536 with Strides 281474976710656x4294967296x65536x1 reach farther than can "
            "be addressed");
}

TEST(ModulusDesc, OverlappingElementsAreRefusedInTheOutputOnly) {
  const std::string rule = " map two elements to one address; an output's elements must not overlap";
  for (const auto& strides : std::vector<std::vector<std::uint32_t>>{{0, 0, 4, 1}, {12, 12, 3, 1}, {0, 1, 1, 1}}) {
    ModulusDesc desc = legal_desc();
    desc.a.strides = desc.b.strides = strides;
    EXPECT_EQ(refusal(desc), "accepted");
    desc.out.strides = strides;
    EXPECT_EQ(refusal(desc), "Out: Strides " + modlab::name_of(strides) + rule);
  }
}

TEST(ModulusDesc, OutputStridesTooEntangledToJudgeAreRefused) {
  ModulusDesc desc = legal_desc();
  desc.a.sizes = desc.b.sizes = desc.out.sizes = {1, 20000, 20000, 20000};
  desc.a.strides = desc.b.strides = {0, 0, 0, 0};
  desc.out.strides = {1, 2147483647, 1610612741, 1190494759};
  EXPECT_EQ(refusal(desc),
            "Out: Strides 1x2147483647x1610612741x1190494759 are too entangled to prove that no two elements share "
            "an address; an output's elements must not overlap");
}

TEST(ModulusDesc, OutputInPlaceHasTheStridesOfTheInput) {
  ModulusDesc desc = legal_desc();
  desc.over_a = true;
  EXPECT_EQ(refusal(desc), "accepted");
  desc.a.strides = {24, 12, 1, 3};
  EXPECT_EQ(
      refusal(desc),
      "Out: Strides is 24x12x4x1, but A's, whose buffer it shares, is 24x12x1x3; in place, both must be the same");
  desc.out.strides = {99, 12, 1, 3};  // no step is ever taken along a single element
  EXPECT_EQ(refusal(desc), "accepted");
  desc.over_a = false;
  desc.over_b = true;
  EXPECT_EQ(
      refusal(desc),
      "Out: Strides is 99x12x1x3, but B's, whose buffer it shares, is 24x12x4x1; in place, both must be the same");
}

TEST(ModulusDesc, OutputInPlaceOverABroadcastInputIsRefused) {
  ModulusDesc desc = legal_desc();
  desc.over_b = true;
  desc.b.strides = {0, 0, 0, 1};
  EXPECT_EQ(refusal(desc),
            "Out: Strides is 24x12x4x1, but B's, whose buffer it shares, is 0x0x0x1; in place, both must be the same");
  desc.out.strides = desc.b.strides;
  EXPECT_EQ(refusal(desc),
            "Out: Strides 0x0x0x1 map two elements to one address; an output's elements must not overlap");
}

TEST(ModulusDesc, OutputSharesOneInputsBufferNotBoth) {
  ModulusDesc desc = legal_desc();
  desc.over_a = desc.over_b = true;
  EXPECT_EQ(refusal(desc), "Out: shares the buffers of both A and B; in place, it can share only one");
}

}  // namespace
}  // namespace modlab::modulus
