#include "kernels/tensor.h"

#include <gtest/gtest.h>

#include <limits>

#include "kernels/error.h"

namespace modlab {
namespace {

TEST(Shape, NameReadsBack) {
  for (const char* text : {"1", "7", "4x256x1024", "1x2x3x4x5x6x7x8", "4294967295"})
    EXPECT_EQ(name_of(parse_shape(text)), text);
}

TEST(Shape, CountsElementsPast32Bits) {
  EXPECT_EQ(element_count(parse_shape("65536x65536x2")), std::uint64_t{1} << 33);
}

TEST(Shape, RefusesWhatIsNotAShape) {
  for (const char* text : {"", "x", "4x", "x4", "4xx4", "0", "0x4", "4x0", "-4", "4.5", "4X4", " 4", "four",
                           "1x1x1x1x1x1x1x1x1", "4294967296", "99999999999x99999999999", "4294967295x4294967295"})
    EXPECT_THROW(parse_shape(text), Error) << text;
}

TEST(Shape, RefusalNamesTheShapeAndTheReason) {
  try {
    parse_shape("4x0");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "shape '4x0': a dimension of 0 leaves no element");
  }
}

TEST(Tensor, StridesArePackedWhereNoneAreGiven) {
  EXPECT_EQ(strides_of({.sizes = {2, 3, 4}, .strides = {}}), (std::vector<std::uint64_t>{12, 4, 1}));
  EXPECT_EQ(strides_of({.sizes = {2, 3, 4}, .strides = {0, 5, 1}}), (std::vector<std::uint64_t>{0, 5, 1}));
}

TEST(Tensor, PackedStridesMayPass32Bits) {
  EXPECT_EQ(strides_of({.sizes = {2, 65536, 65536}, .strides = {}}).front(), std::uint64_t{1} << 32);
}

TEST(Tensor, StorageReachesTheLastElementInWholeWords) {
  EXPECT_EQ(storage_bytes({.type = DataType::f32, .sizes = {2, 3}, .strides = {}}), 24u);
  EXPECT_EQ(storage_bytes({.type = DataType::u8, .sizes = {2, 3}, .strides = {}}), 8u);
  EXPECT_EQ(storage_bytes({.type = DataType::i16, .sizes = {3}, .strides = {}}), 8u);
  EXPECT_EQ(storage_bytes({.type = DataType::i16, .sizes = {2, 3}, .strides = {6, 1}}), 20u);  // 9 elements, not 12
  EXPECT_EQ(storage_bytes({.type = DataType::f32, .sizes = {2, 3}, .strides = {0, 0}}), 4u);
  EXPECT_EQ(storage_bytes({.type = DataType::u8, .sizes = {1}, .strides = {7}}), 4u);
}

TEST(Tensor, StorageThatCannotBeCountedIsTheLargestNumber) {
  constexpr std::uint32_t kLargest = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(storage_bytes({.sizes = {kLargest, kLargest}, .strides = {kLargest, kLargest}}),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(storage_bytes({.sizes = {kLargest, kLargest, kLargest}, .strides = {}}),
            std::numeric_limits<std::uint64_t>::max());
}

TEST(Tensor, IsPackedWhereNothingLiesBetweenTheElements) {
  EXPECT_TRUE(is_packed({.sizes = {2, 3, 4}, .strides = {}}));
  EXPECT_TRUE(is_packed({.sizes = {2, 3, 4}, .strides = {12, 4, 1}}));
  EXPECT_TRUE(is_packed({.sizes = {2, 1, 4}, .strides = {4, 99, 1}}));  // no step is ever taken along a single element
  EXPECT_FALSE(is_packed({.sizes = {2, 3, 4}, .strides = {12, 1, 3}}));
  EXPECT_FALSE(is_packed({.sizes = {2, 3, 4}, .strides = {21, 7, 1}}));
  EXPECT_FALSE(is_packed({.sizes = {2, 3, 4}, .strides = {0, 4, 1}}));
}

/// Each element's offset by definition: the sum of index times stride over the dimensions.
std::vector<std::uint64_t> offsets_by_definition(const TensorDesc& desc) {
  const std::vector<std::uint64_t> strides = strides_of(desc);
  std::vector<std::uint64_t> offsets;
  for (std::uint64_t element = 0; element < element_count(desc.sizes); ++element) {
    std::uint64_t offset = 0;
    std::uint64_t rest = element;
    for (std::size_t i = strides.size(); i-- > 0; rest /= desc.sizes[i]) offset += rest % desc.sizes[i] * strides[i];
    offsets.push_back(offset);
  }
  return offsets;
}

TEST(ElementWalk, VisitsEveryElementInRowMajorOrderFromAnyStart) {
  for (const TensorDesc& desc :
       {TensorDesc{.sizes = {1}, .strides = {}}, TensorDesc{.sizes = {5}, .strides = {3}},
        TensorDesc{.sizes = {2, 3, 4}, .strides = {}}, TensorDesc{.sizes = {2, 3, 4}, .strides = {0, 0, 0}},
        TensorDesc{.sizes = {2, 3, 4}, .strides = {0, 1, 0}}, TensorDesc{.sizes = {2, 3, 4}, .strides = {12, 1, 3}},
        TensorDesc{.sizes = {2, 3, 4}, .strides = {21, 7, 1}},
        TensorDesc{.sizes = {2, 1, 3, 2, 1, 2, 3, 2}, .strides = {7, 9, 0, 1, 5, 100, 2, 50}}}) {
    const std::vector<std::uint64_t> want = offsets_by_definition(desc);
    for (std::size_t first = 0; first < want.size(); ++first) {
      ElementWalk walk(desc, first);
      for (std::size_t i = first; i < want.size(); ++i, walk.next())
        ASSERT_EQ(walk.offset(), want[i]) << name_of(desc.sizes) << " from " << first << " at " << i;
    }
  }
}

TEST(ElementWalk, StartsPast32Bits) {
  constexpr std::uint64_t kFar = (std::uint64_t{1} << 33) - 2;
  ElementWalk walk({.type = DataType::u8, .sizes = {2, 65536, 65536}, .strides = {}}, kFar);
  EXPECT_EQ(walk.offset(), kFar);
  walk.next();
  EXPECT_EQ(walk.offset(), kFar + 1);
}

}  // namespace
}  // namespace modlab
