#include "kernels/modulus.h"

#include <gtest/gtest.h>

#include <string>

#include "kernels/error.h"

namespace modlab {
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
  EXPECT_EQ(refusal(types), "B: DataType is f16, but A's is f32; all three are the same");
  ModulusDesc sizes = legal_desc();
  sizes.out.sizes[3] = 5;
  EXPECT_EQ(refusal(sizes), "Out: Sizes is 1x2x3x5, but A's is 1x2x3x4; all three are the same");
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

}  // namespace
}  // namespace modlab
