#include "kernels/modulus/broadcast.h"

#include <gtest/gtest.h>

#include <random>

#include "kernels/error.h"

namespace modlab::modulus {
namespace {

using Strides = std::vector<std::uint32_t>;

template <typename Function>
std::string refusal(Function function) {
  try {
    function();
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

TensorDesc packed(Shape sizes) { return {.type = DataType::i16, .sizes = std::move(sizes), .strides = {}}; }

TEST(CommonShape, EqualShapesStayTheSame) { EXPECT_EQ(common_shape({4, 256}, {4, 256}), (Shape{4, 256})); }

TEST(CommonShape, SizeOfOneAndMissingDimensionsRepeat) {
  EXPECT_EQ(common_shape({4, 256, 1024}, {1}), (Shape{4, 256, 1024}));
  EXPECT_EQ(common_shape({4, 256, 1024}, {1024}), (Shape{4, 256, 1024}));
  EXPECT_EQ(common_shape({4, 256, 1024}, {256, 1}), (Shape{4, 256, 1024}));
  EXPECT_EQ(common_shape({4, 256, 1024}, {4, 1, 1}), (Shape{4, 256, 1024}));
}

TEST(CommonShape, EitherOperandMayRepeat) {
  EXPECT_EQ(common_shape({3}, {2, 3}), (Shape{2, 3}));
  EXPECT_EQ(common_shape({5, 1}, {1, 7}), (Shape{5, 7}));
  EXPECT_EQ(common_shape({8, 1, 6, 1}, {7, 1, 5}), (Shape{8, 7, 6, 5}));
}

TEST(CommonShape, EightDimensionsAreTheLimit) {
  EXPECT_EQ(common_shape({1, 2, 1, 2, 1, 2, 1, 2}, {2, 1, 2, 1, 2, 1, 2, 1}), Shape(8, 2));
  EXPECT_THROW(common_shape(Shape(9, 1), {1}), Error);
}

TEST(CommonShape, RefusalNamesBothShapesAndTheSizes) {
  EXPECT_EQ(refusal([] {
              common_shape({2, 3}, {4});
            }),
            "A is 2x3 and B is 4: they do not broadcast, as 3 and 4 differ and neither is 1");
  EXPECT_EQ(refusal([] {
              common_shape({3}, {5, 4, 1, 2});
            }),
            "A is 3 and B is 5x4x1x2: they do not broadcast, as 3 and 2 differ and neither is 1");
}

TEST(CommonShape, TwoLegalShapesThatMultiplyPastTheLimitAreRefused) {
  EXPECT_EQ(refusal([] {
              common_shape({2147483648, 1}, {1, 2147483648});
            }),
            "shape '2147483648x2147483648': more elements than can be addressed");
}

TEST(BroadcastTo, TheShapeItHasStaysPacked) {
  const TensorDesc same = broadcast_to(packed({4, 256}), {4, 256});
  EXPECT_EQ(same.type, DataType::i16);
  EXPECT_EQ(same.sizes, (Shape{4, 256}));
  EXPECT_TRUE(same.strides.empty());
}

TEST(BroadcastTo, RepeatedDimensionsHaveAStrideOfZero) {
  EXPECT_EQ(broadcast_to(packed({1}), {4, 6, 10}).strides, (Strides{0, 0, 0}));
  EXPECT_EQ(broadcast_to(packed({10}), {4, 6, 10}).strides, (Strides{0, 0, 1}));
  EXPECT_EQ(broadcast_to(packed({6, 1}), {4, 6, 10}).strides, (Strides{0, 1, 0}));
  EXPECT_EQ(broadcast_to(packed({4, 1, 10}), {4, 6, 10}).strides, (Strides{10, 0, 1}));
  EXPECT_EQ(broadcast_to(packed({6, 10}), {4, 6, 10}).strides, (Strides{0, 10, 1}));
  EXPECT_EQ(broadcast_to(packed({6, 10}), {4, 6, 10}).sizes, (Shape{4, 6, 10}));
  EXPECT_EQ(broadcast_to(packed({6, 10}), {4, 6, 10}).type, DataType::i16);
}

TEST(BroadcastTo, GivenStridesAreKeptWhereNothingRepeats) {
  const TensorDesc transposed{.type = DataType::f32, .sizes = {3, 1, 2}, .strides = {1, 9, 3}};
  EXPECT_EQ(broadcast_to(transposed, {5, 3, 4, 2}).strides, (Strides{0, 1, 0, 3}));
  EXPECT_EQ(broadcast_to(transposed, {3, 1, 2}).strides, transposed.strides);
}

TEST(BroadcastTo, RefusalNamesBothShapesAndTheReason) {
  EXPECT_EQ(refusal([] { broadcast_to(packed({4}), {2, 3}); }), "4 does not broadcast to 2x3: 4 and 3 differ");
  EXPECT_EQ(refusal([] { broadcast_to(packed({2, 3}), {3}); }), "2x3 does not broadcast to 3: it has more dimensions");
  // One-sided: the target's 1 does not repeat for the tensor.
  EXPECT_EQ(refusal([] { broadcast_to(packed({2, 3}), {2, 1}); }), "2x3 does not broadcast to 2x1: 3 and 1 differ");
}

TEST(BroadcastTo, StridesPast32BitsAreRefused) {
  EXPECT_EQ(broadcast_to(packed({3, 4294967295}), {2, 3, 4294967295}).strides, (Strides{0, 4294967295, 1}));
  EXPECT_EQ(refusal([] {
              broadcast_to(packed({3, 2, 2147483648}), {2, 3, 2, 2147483648});
            }),
            "3x2x2147483648 does not broadcast to 2x3x2x2147483648: DirectML's strides have 32 bits, and it would need "
            "4294967296");
}

TEST(BroadcastTo, EveryElementIsTheOneNumPyWouldTake) {
  std::mt19937 random(1);
  const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  for (int round = 0; round < 500; ++round) {
    Shape out(1 + below(8));
    for (std::uint32_t& size : out) size = 1 + below(3);
    Shape sizes(out.end() - 1 - below(static_cast<std::uint32_t>(out.size())), out.end());
    for (std::uint32_t& size : sizes)
      if (below(2) == 0) size = 1;
    ASSERT_EQ(common_shape(sizes, out), out);
    ASSERT_EQ(common_shape(out, sizes), out);
    if (sizes == out) continue;
    const TensorDesc tensor = broadcast_to(packed(sizes), out);
    ASSERT_EQ(tensor.sizes, out);
    for (std::uint64_t element = 0; element < element_count(out); ++element) {
      // The element's position, innermost dimension first, and from it NumPy's own rule.
      std::uint64_t rest = element, strided = 0, want = 0, packed_stride = 1;
      for (std::size_t i = 0; i < out.size(); ++i) {
        const std::uint64_t position = rest % out[out.size() - 1 - i];
        rest /= out[out.size() - 1 - i];
        strided += position * tensor.strides[out.size() - 1 - i];
        if (i >= sizes.size()) continue;
        const std::uint32_t size = sizes[sizes.size() - 1 - i];
        want += (size == 1 ? 0 : position) * packed_stride;
        packed_stride *= size;
      }
      ASSERT_EQ(strided, want) << modlab::name_of(sizes) << " to " << modlab::name_of(out) << ", element " << element;
    }
  }
}

}  // namespace
}  // namespace modlab::modulus
