#include "kernels/modulus/workload.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/error.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"

namespace modlab::modulus {
namespace {

using Strides = std::vector<std::uint32_t>;

modulus::ModulusDesc describe_in(Layout layout, Placement placement = Placement::out, Shape shape = {2, 3, 4, 5}) {
  return describe({.shape = std::move(shape), .layout = layout, .placement = placement});
}

std::string reason(const Workload& workload) { return why_illegal(workload).value_or("legal"); }

TEST(Workload, PackedTensorsHaveNoStrides) {
  const modulus::ModulusDesc desc = describe_in(Layout::packed);
  EXPECT_EQ(desc.a.strides, Strides{});
  EXPECT_EQ(desc.b.strides, Strides{});
  EXPECT_EQ(desc.out.strides, Strides{});
}

TEST(Workload, BroadcastLayoutsStepAlongTheirOwnDimensionOfBOnly) {
  EXPECT_EQ(describe_in(Layout::broadcast_b).b.strides, (Strides{0, 0, 0, 0}));
  EXPECT_EQ(describe_in(Layout::row_b).b.strides, (Strides{0, 0, 0, 1}));
  EXPECT_EQ(describe_in(Layout::channel_b).b.strides, (Strides{0, 1, 0, 0}));
  for (const Layout layout : {Layout::broadcast_b, Layout::row_b, Layout::channel_b}) {
    EXPECT_TRUE(is_packed(describe_in(layout).a));
    EXPECT_TRUE(is_packed(describe_in(layout).out));
  }
}

TEST(Workload, TransposedSwapsTheLastTwoDimensionsOfA) {
  const modulus::ModulusDesc desc = describe_in(Layout::transposed);
  EXPECT_EQ(desc.a.strides, (Strides{60, 20, 1, 4}));
  EXPECT_EQ(desc.b.strides, Strides{});
  EXPECT_EQ(desc.out.strides, Strides{});
}

TEST(Workload, PaddedRowsAreFollowedByThreeUnusedElements) {
  const modulus::ModulusDesc desc = describe_in(Layout::padded);
  EXPECT_EQ(desc.a.strides, (Strides{96, 32, 8, 1}));
  EXPECT_EQ(desc.b.strides, desc.a.strides);
  EXPECT_EQ(desc.out.strides, desc.a.strides);
}

TEST(Workload, NhwcStoresTheChannelsOfBInnermost) {
  const modulus::ModulusDesc desc = describe_in(Layout::nhwc_b);
  EXPECT_EQ(desc.a.strides, Strides{});
  EXPECT_EQ(desc.b.strides, (Strides{60, 1, 15, 3}));
  EXPECT_EQ(desc.out.strides, Strides{});
  EXPECT_EQ(describe_in(Layout::nhwc_b, Placement::out, {2, 3, 4, 5, 6}).b.strides, (Strides{360, 1, 90, 18, 3}));
  EXPECT_EQ(describe_in(Layout::nhwc_b, Placement::in_b).out.strides, (Strides{60, 1, 15, 3}));
}

TEST(Workload, InPlaceOutTakesTheStridesOfWhatItOverwrites) {
  const modulus::ModulusDesc over_a = describe_in(Layout::transposed, Placement::in_a);
  EXPECT_EQ(over_a.out.strides, (Strides{60, 20, 1, 4}));
  EXPECT_TRUE(over_a.over_a);
  EXPECT_FALSE(over_a.over_b);
  const modulus::ModulusDesc over_b = describe_in(Layout::transposed, Placement::in_b);
  EXPECT_EQ(over_b.out.strides, Strides{});
  EXPECT_FALSE(over_b.over_a);
  EXPECT_TRUE(over_b.over_b);
}

TEST(Workload, EveryLayoutAndPlacementOfFourDimensionsIsLegalButInPlaceOverABroadcastB) {
  for (const auto& layout : kLayoutNames)
    for (const auto& placement : kPlacementNames) {
      const Workload workload{.shape = {2, 3, 4, 5}, .layout = layout.value, .placement = placement.value};
      const bool broadcast =
          layout.value == Layout::broadcast_b || layout.value == Layout::row_b || layout.value == Layout::channel_b;
      const bool legal = !(broadcast && placement.value == Placement::in_b);
      EXPECT_EQ(reason(workload) == "legal", legal) << name_of(workload);
    }
  EXPECT_EQ(reason({.shape = {2, 3}, .layout = Layout::row_b, .placement = Placement::in_b}),
            "Out: Strides 0x1 map two elements to one address; an output's elements must not overlap");
}

TEST(Workload, LayoutsTakeTheirDimensions) {
  for (const Layout layout : {Layout::row_b, Layout::channel_b, Layout::transposed, Layout::padded})
    EXPECT_EQ(reason({.shape = {8}, .layout = layout}),
              "the layout " + std::string(name_of(layout)) + " takes at least 2 dimensions");
  EXPECT_EQ(reason({.shape = {8, 8}, .layout = Layout::nhwc_b}), "the layout nhwc-b takes at least 3 dimensions");
  for (const Layout layout : {Layout::packed, Layout::broadcast_b})
    EXPECT_EQ(reason({.shape = {8}, .layout = layout}), "legal");
}

TEST(Workload, NamesFromOutsideAreRefusedWhereIllegal) {
  EXPECT_EQ(parse_legal_workload("floor/f32/2x8/transposed/out/mixed").shape, (Shape{2, 8}));
  EXPECT_THROW(parse_legal_workload("floor/f32/8/transposed/out/mixed"), Error);
  EXPECT_THROW(parse_legal_workload("floor/f32/8/transposed/out"), Error);
}

TEST(Workload, StridesPast32BitsAreIllegalUnlessPacked) {
  EXPECT_EQ(reason({.type = DataType::u8, .shape = {2, 65536, 65536}, .layout = Layout::packed}), "legal");
  EXPECT_EQ(reason({.type = DataType::u8, .shape = {2, 65536, 65536}, .layout = Layout::row_b}), "legal");
  EXPECT_EQ(reason({.type = DataType::u8, .shape = {2, 65536, 65536}, .layout = Layout::padded}),
            "the layout padded gives 2x65536x65536 a stride past 32 bits, DirectML's limit");
}

TEST(Workload, BytesMovedCountEveryStoredElementOnce) {
  const auto bytes = [](Layout layout, Placement placement = Placement::out) {
    return bytes_moved({.type = DataType::i16, .shape = {2, 3, 4, 5}, .layout = layout, .placement = placement});
  };
  EXPECT_EQ(bytes(Layout::packed), 3 * 120 * 2u);
  EXPECT_EQ(bytes(Layout::broadcast_b), (120 + 1 + 120) * 2u);
  EXPECT_EQ(bytes(Layout::row_b), (120 + 5 + 120) * 2u);
  EXPECT_EQ(bytes(Layout::channel_b), (120 + 3 + 120) * 2u);
  EXPECT_EQ(bytes(Layout::transposed), 3 * 120 * 2u);
  EXPECT_EQ(bytes(Layout::nhwc_b), 3 * 120 * 2u);
  EXPECT_EQ(bytes(Layout::padded), 3 * 120 * 2u);
  EXPECT_EQ(bytes(Layout::padded, Placement::in_b), 3 * 120 * 2u);
}

}  // namespace
}  // namespace modlab::modulus
