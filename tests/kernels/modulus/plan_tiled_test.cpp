// Plans of tensors with an operand stored by columns, by what their threads would do.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "kernels/modulus/workload.h"
#include "tests/support/plan_elements.h"

namespace modlab::modulus {
namespace {

/// One operand of modulus_tiled.hlsl.
struct Tensor {
  bool by_columns;
  std::uint32_t step;

  [[nodiscard]] std::uint64_t element(std::uint64_t first, std::uint64_t side, std::uint64_t row,
                                      std::uint64_t column) const {
    return by_columns ? (first + column * step) * side + row : (first + row * step) * side + column;
  }
};

/// Every element that a plan's threads compute, as often as they do, counted as the shader counts them.
std::vector<Element> tiled_elements(const KernelPlan& plan) {
  const Variant& v = plan.variant;
  const std::uint32_t side = v.load_bytes / bytes_of(plan.desc.out.type);
  const std::uint32_t threads_across = number_of(plan, "THREADS_ACROSS");
  const std::uint32_t threads_down = number_of(plan, "THREADS_DOWN");
  const std::uint32_t squares_down = number_of(plan, "SQUARES_DOWN");
  const std::uint32_t threads_behind = v.threads / (threads_across * threads_down);
  EXPECT_EQ(threads_across * threads_down * threads_behind, v.threads);
  const std::size_t rank = number_of(plan, "TILE_DIMENSIONS");
  const Slice& slice = plan.slices.front();
  const std::uint32_t* const constants = slice.constants.data();
  const std::uint32_t tiles_across = constants[1];
  const std::uint32_t tiles_down = constants[2];
  const auto dimension = [&](std::size_t i) { return constants + 8 + 4 * i; };
  const Tensor a{number_of(plan, "A_BY_COLUMNS") == 1, constants[5]};
  const Tensor b{number_of(plan, "B_BY_COLUMNS") == 1, constants[6]};
  const Tensor out{false, constants[7]};
  std::vector<Element> elements;
  for (std::uint32_t group = 0; group < constants[3]; ++group)
    for (std::uint32_t lane = 0; lane < v.threads; ++lane)
      for (std::uint32_t i = 0; i < v.per_thread; ++i) {
        std::vector<std::uint64_t> index{group % tiles_across * threads_across + lane % threads_across,
                                         group / tiles_across % tiles_down * threads_down * squares_down +
                                             lane / threads_across % threads_down + i % squares_down * threads_down};
        std::uint64_t rest =
            std::uint64_t{group / tiles_across / tiles_down} * threads_behind * (v.per_thread / squares_down) +
            lane / (threads_across * threads_down) + i / squares_down * threads_behind;
        for (std::size_t j = 2; j + 1 < rank; rest /= dimension(j++)[0]) index.push_back(rest % dimension(j)[0]);
        if (rank > 2) index.push_back(rest);
        if (rank == 2 && rest > 0) continue;
        bool inside = true;
        std::uint64_t at[3]{};
        for (std::size_t j = 0; j < rank; ++j) {
          inside = inside && index[j] < dimension(j)[0];
          for (std::size_t t = 0; t < 3; ++t) at[t] += index[j] * dimension(j)[t + 1];
        }
        if (!inside) continue;
        for (std::uint32_t row = 0; row < side; ++row)
          for (std::uint32_t column = 0; column < side; ++column)
            elements.emplace_back(a.element(at[0], side, row, column), b.element(at[1], side, row, column),
                                  out.element(at[2], side, row, column));
      }
  std::ranges::sort(elements);
  return elements;
}

TEST(TiledPlan, EveryElementIsComputedExactlyOnce) {
  int plans = 0;
  for (const DataType type : {DataType::f32, DataType::i16, DataType::u8})
    for (const Shape& shape : {Shape{16, 4}, Shape{48, 128}, Shape{2, 3, 80, 48}, Shape{3, 32, 2, 4, 16}})
      for (const Layout layout : {Layout::transposed, Layout::channel_b})
        for (const auto& placement : kPlacementNames)
          for (const std::uint32_t load_bytes : {4u, 8u, 16u})
            for (const std::uint32_t per_thread : {1u, 4u})
              for (const std::uint32_t threads : {32u, 1024u}) {
                const Workload workload{.type = type, .shape = shape, .layout = layout, .placement = placement.value};
                if (why_illegal(workload) || !can_tile(describe(workload), load_bytes)) continue;
                const Variant variant{.access = Access::structured,
                                      .load_bytes = load_bytes,
                                      .per_thread = per_thread,
                                      .threads = threads,
                                      .loop = Loop::tile};
                const ModulusDesc desc = describe(workload);
                const KernelPlan plan = make_plan(desc, variant, {.grid_groups = 3});
                EXPECT_EQ(tiled_elements(plan), elements_of(desc)) << name_of(workload) << ' ' << name_of(variant);
                EXPECT_EQ(plan.slices.size(), 1u);
                EXPECT_GE(plan.slices.front().grid[0] * plan.slices.front().grid[1], plan.slices.front().constants[3]);
                ++plans;
              }
  EXPECT_GT(plans, 400);
}

TEST(TiledPlan, TilesAreAsSquareAsTheirThreadsAllow) {
  const ModulusDesc desc = describe(Workload{.shape = {4096, 4096}, .layout = Layout::transposed});
  const auto across = [&](std::uint32_t load_bytes, std::uint32_t per_thread, std::uint32_t threads) {
    return number_of(make_plan(desc, {.access = Access::structured,
                                      .load_bytes = load_bytes,
                                      .per_thread = per_thread,
                                      .threads = threads,
                                      .loop = Loop::tile}),
                     "THREADS_ACROSS");
  };
  EXPECT_EQ(across(4, 1, 32), 32u);
  EXPECT_EQ(across(16, 1, 32), 8u) << "128 bytes";
  EXPECT_EQ(across(16, 1, 256), 16u);
  EXPECT_EQ(across(16, 4, 1024), 64u) << "1024 bytes either way";
  EXPECT_EQ(across(4, 8, 32), 32u) << "no more than there are";
}

TEST(TiledPlan, BothOperandsMayBeStoredByColumns) {
  const TensorDesc columns{.sizes = {64, 20}, .strides = {1, 64}};
  const TensorDesc rows{.sizes = {64, 20}, .strides = {}};
  const ModulusDesc desc{.a = columns, .b = columns, .out = rows};
  const KernelPlan plan =
      make_plan(desc, {.access = Access::structured, .load_bytes = 16, .threads = 64, .loop = Loop::tile});
  EXPECT_EQ(tiled_elements(plan), elements_of(desc));
  EXPECT_EQ(plan.views.size(), 6u);
}

TEST(TiledPlan, WholeWordsAndVectorsWithinOneViewAreNeeded) {
  const auto transposed = [](DataType type, const Shape& shape) {
    return describe(Workload{.type = type, .shape = shape, .layout = Layout::transposed});
  };
  EXPECT_TRUE(can_tile(transposed(DataType::f32, {4, 8}), 16));
  EXPECT_FALSE(can_tile(transposed(DataType::f32, {6, 8}), 16)) << "columns of 24 bytes";
  EXPECT_FALSE(can_tile(transposed(DataType::f32, {8, 6}), 16)) << "rows of 24 bytes";
  EXPECT_TRUE(can_tile(transposed(DataType::f32, {6, 6}), 8));
  EXPECT_FALSE(can_tile(transposed(DataType::f16, {8, 3}), 4)) << "rows of 6 bytes";
  EXPECT_TRUE(can_tile(transposed(DataType::f16, {8, 8}), 16));
  EXPECT_TRUE(can_tile(transposed(DataType::u8, {16, 16}), 16));
  EXPECT_FALSE(can_tile(transposed(DataType::f32, {8, 8}), 4, {.view_words = 63}));
  EXPECT_FALSE(can_tile(describe(Workload{.shape = {8, 8}}), 4)) << "nothing is stored by columns";
}

TEST(TiledPlan, HalfAGibibyteOfSmallElementsFits) {
  EXPECT_TRUE(can_tile(
      describe(Workload{.type = DataType::f16, .shape = {16, 16, 1024, 1024}, .layout = Layout::transposed}), 16));
}

}  // namespace
}  // namespace modlab::modulus
