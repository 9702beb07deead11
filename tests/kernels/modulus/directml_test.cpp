#include "kernels/modulus/directml.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "kernels/error.h"
#include "kernels/modulus/directml_api.h"
#include "kernels/modulus/directml_desc.h"

namespace modlab::modulus {
namespace {

constexpr UINT kSizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

/// A legal operator of the real structs; tests change one thing.
struct Operator {
  DML_BUFFER_TENSOR_DESC a{.DataType = DML_TENSOR_DATA_TYPE_FLOAT32,
                           .Flags = DML_TENSOR_FLAG_NONE,
                           .DimensionCount = 4,
                           .Sizes = kSizes,
                           .Strides = nullptr,
                           .TotalTensorSizeInBytes = 96,
                           .GuaranteedBaseOffsetAlignment = 0};
  DML_BUFFER_TENSOR_DESC b = a;
  DML_BUFFER_TENSOR_DESC out = a;
  DML_TENSOR_DESC a_tensor{DML_TENSOR_TYPE_BUFFER, &a};
  DML_TENSOR_DESC b_tensor{DML_TENSOR_TYPE_BUFFER, &b};
  DML_TENSOR_DESC out_tensor{DML_TENSOR_TYPE_BUFFER, &out};
  DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC floor{&a_tensor, &b_tensor, &out_tensor};
  DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC truncate{&a_tensor, &b_tensor, &out_tensor};

  Operator() = default;
  Operator(const Operator&) = delete;
  Operator& operator=(const Operator&) = delete;
};

/// Why the operator has no ModulusDesc, or not a legal one.
std::string refusal(const Operator& op, FeatureLevel level = FeatureLevel::level_3_0) {
  try {
    validate(from_directml(op.floor), level);
    return "accepted";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(DirectMl, BothOperatorsKeepTheirRounding) {
  const Operator op;
  EXPECT_EQ(from_directml(op.floor).rounding, Rounding::floor);
  EXPECT_EQ(from_directml(op.truncate).rounding, Rounding::truncate);
  EXPECT_EQ(refusal(op, FeatureLevel::level_2_1), "accepted");
}

TEST(DirectMl, EveryFieldOfEveryTensorArrives) {
  constexpr UINT kBroadcast[] = {0, 0, 0, 1};
  constexpr UINT kPadded[] = {42, 21, 7, 1};
  Operator op;
  op.b.Strides = kBroadcast;
  op.b.TotalTensorSizeInBytes = 16;
  op.out.Strides = kPadded;
  op.out.TotalTensorSizeInBytes = 168;
  const ModulusDesc desc = from_directml(op.truncate);
  EXPECT_EQ(desc.a.sizes, (Shape{1, 2, 3, 4}));
  EXPECT_TRUE(desc.a.strides.empty());
  EXPECT_EQ(desc.a.total_bytes, 96u);
  EXPECT_EQ(desc.b.strides, (std::vector<std::uint32_t>{0, 0, 0, 1}));
  EXPECT_EQ(desc.b.total_bytes, 16u);
  EXPECT_EQ(desc.out.strides, (std::vector<std::uint32_t>{42, 21, 7, 1}));
  EXPECT_EQ(desc.out.total_bytes, 168u);
  EXPECT_FALSE(desc.over_a || desc.over_b);
  EXPECT_EQ(refusal(op), "accepted");
}

TEST(DirectMl, EightDataTypesAreAccepted) {
  for (const auto& [theirs, ours] : {std::pair{DML_TENSOR_DATA_TYPE_FLOAT32, DataType::f32},
                                     {DML_TENSOR_DATA_TYPE_FLOAT16, DataType::f16},
                                     {DML_TENSOR_DATA_TYPE_INT32, DataType::i32},
                                     {DML_TENSOR_DATA_TYPE_INT16, DataType::i16},
                                     {DML_TENSOR_DATA_TYPE_INT8, DataType::i8},
                                     {DML_TENSOR_DATA_TYPE_UINT32, DataType::u32},
                                     {DML_TENSOR_DATA_TYPE_UINT16, DataType::u16},
                                     {DML_TENSOR_DATA_TYPE_UINT8, DataType::u8}}) {
    Operator op;
    op.a.DataType = op.b.DataType = op.out.DataType = theirs;
    EXPECT_EQ(from_directml(op.floor).a.type, ours);
    EXPECT_EQ(refusal(op), "accepted");
  }
}

TEST(DirectMl, OtherDataTypesAreRefused) {
  for (const auto type : {DML_TENSOR_DATA_TYPE_UNKNOWN, DML_TENSOR_DATA_TYPE_FLOAT64, DML_TENSOR_DATA_TYPE_INT64,
                          DML_TENSOR_DATA_TYPE_UINT64, DML_TENSOR_DATA_TYPE_INT4, DML_TENSOR_DATA_TYPE_UINT4}) {
    Operator op;
    op.b.DataType = type;
    EXPECT_EQ(refusal(op), "B: DataType is " + std::to_string(static_cast<int>(type)) +
                               ", modulus takes FLOAT32, FLOAT16 and the 32-, 16- and 8-bit integers");
  }
}

TEST(DirectMl, NullPointersAreRefused) {
  Operator tensor;
  tensor.floor.BTensor = nullptr;
  EXPECT_EQ(refusal(tensor), "B: the tensor is null, modulus takes all three");
  Operator desc;
  desc.out_tensor.Desc = nullptr;
  EXPECT_EQ(refusal(desc), "Out: Desc is null, a buffer tensor has one");
  Operator sizes;
  sizes.a.Sizes = nullptr;
  EXPECT_EQ(refusal(sizes), "A: Sizes is null, every tensor has sizes");
}

TEST(DirectMl, TensorsThatAreNotBuffersAreRefused) {
  Operator op;
  op.a_tensor.Type = DML_TENSOR_TYPE_INVALID;
  EXPECT_EQ(refusal(op), "A: Type is 0, modulus takes buffers (1)");
}

TEST(DirectMl, OneToEightDimensionsAreAccepted) {
  for (UINT count = 0; count <= 9; ++count) {
    Operator op;
    for (DML_BUFFER_TENSOR_DESC* tensor : {&op.a, &op.b, &op.out}) {
      tensor->DimensionCount = count;
      tensor->TotalTensorSizeInBytes = 4 * 40320;
    }
    if (count >= 1 && count <= 8)
      EXPECT_EQ(refusal(op), "accepted");
    else
      EXPECT_EQ(refusal(op), "A: DimensionCount is " + std::to_string(count) + ", DirectML takes 1 to 8");
  }
}

TEST(DirectMl, DimensionCountsThatDifferAreRefused) {
  Operator op;
  op.b.DimensionCount = 3;
  EXPECT_EQ(refusal(op), "B: Sizes is 1x2x3, but A's is 1x2x3x4; all three must be the same");
  EXPECT_EQ(refusal(op, FeatureLevel::level_2_1), "B: DimensionCount is 3, feature level 2.1 takes exactly 4");
}

TEST(DirectMl, StridesReachingPastTheTensorAreRefused) {
  constexpr UINT kPadded[] = {42, 21, 7, 1};
  Operator op;
  op.a.Strides = kPadded;
  EXPECT_EQ(refusal(op), "A: Strides 42x21x7x1 reach 156 bytes, past TotalTensorSizeInBytes, which is 96");
  op.a.TotalTensorSizeInBytes = 156;
  EXPECT_EQ(refusal(op), "accepted");
  op.a.TotalTensorSizeInBytes = 0;  // which in a TensorDesc means the minimum
  EXPECT_EQ(refusal(op), "A: TotalTensorSizeInBytes is 0, every tensor takes some");
}

TEST(DirectMl, OverlappingOutputIsRefused) {
  constexpr UINT kBroadcast[] = {0, 0, 0, 1};
  Operator op;
  op.out.Strides = kBroadcast;
  EXPECT_EQ(refusal(op), "Out: Strides 0x0x0x1 map two elements to one address; an output's elements must not overlap");
}

TEST(DirectMl, OnlyInputsMayBeOwnedByDirectMl) {
  Operator op;
  op.a.Flags = op.b.Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
  EXPECT_EQ(refusal(op), "accepted");
  op.out.Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
  EXPECT_EQ(refusal(op), "Out: Flags has DML_TENSOR_FLAG_OWNED_BY_DML, which only an input can have");
}

TEST(DirectMl, OurDescriptionBecomesTheirsAndOursAgain) {
  for (const Rounding rounding : {Rounding::floor, Rounding::truncate})
    for (const DataType type : {DataType::f32, DataType::f16, DataType::i32, DataType::i16, DataType::i8, DataType::u32,
                                DataType::u16, DataType::u8}) {
      const ModulusDesc ours{.rounding = rounding,
                             .a = {.type = type, .sizes = {3, 5}, .strides = {8, 1}},
                             .b = {.type = type, .sizes = {3, 5}, .strides = {0, 1}, .total_bytes = 64},
                             .out = {.type = type, .sizes = {3, 5}, .strides = {}}};
      const DirectMlDesc theirs(ours);
      const void* const desc = theirs.get().Desc;
      const bool floor = theirs.get().Type == DML_OPERATOR_ELEMENT_WISE_MODULUS_FLOOR;
      EXPECT_TRUE(floor || theirs.get().Type == DML_OPERATOR_ELEMENT_WISE_MODULUS_TRUNCATE);
      const ModulusDesc again =
          floor ? from_directml(*static_cast<const DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC*>(desc))
                : from_directml(*static_cast<const DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC*>(desc));
      EXPECT_EQ(again.rounding, rounding);
      EXPECT_EQ(again.out.type, type);
      EXPECT_EQ(again.a.sizes, ours.a.sizes);
      EXPECT_EQ(again.a.strides, ours.a.strides);
      EXPECT_EQ(again.a.total_bytes, storage_bytes(ours.a));
      EXPECT_EQ(again.b.strides, ours.b.strides);
      EXPECT_EQ(again.b.total_bytes, 64U);
      EXPECT_TRUE(again.out.strides.empty());
    }
}

}  // namespace
}  // namespace modlab::modulus
