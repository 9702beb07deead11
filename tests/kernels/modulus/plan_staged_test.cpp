// Plans of tensors with an operand that is staged in group memory, by what their threads would do.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/error.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "kernels/modulus/workload.h"
#include "tests/support/plan_elements.h"

namespace modlab::modulus {
namespace {

/// The tiles of a plan, counted as modulus_staged.hlsl counts them.
struct StagedPlan {
  explicit StagedPlan(const KernelPlan& plan)
      : variant(plan.variant),
        constants(plan.slices.front().constants),
        per_word(4 / bytes_of(plan.desc.out.type)),
        per_vector(variant.load_bytes / 4 * per_word),
        rank(number_of(plan, "TILE_DIMENSIONS")),
        across(number_of(plan, "VECTORS_ACROSS")),
        down(number_of(plan, "ROWS_DOWN")),
        layers(number_of(plan, "LAYERS")),
        whole_rows(number_of(plan, "WHOLE_ROWS") == 1),
        rows_at_once(whole_rows && variant.per_thread >= per_word ? per_word : 1) {}

  [[nodiscard]] const std::uint32_t* dimension(std::size_t i) const { return constants.data() + 8 + 4 * i; }

  /// Every element that the threads compute, as often as they do.
  [[nodiscard]] std::vector<Element> elements() const {
    std::vector<Element> elements;
    for (std::uint32_t group = 0; group < constants[3]; ++group)
      for (std::uint32_t lane = 0; lane < variant.threads; ++lane)
        for (std::uint32_t i = 0; i < variant.per_thread; ++i) add_vector(elements, group, lane, i);
    std::ranges::sort(elements);
    return elements;
  }

  Variant variant;
  std::vector<std::uint32_t> constants;
  std::uint32_t per_word;
  std::uint32_t per_vector;
  std::size_t rank;
  std::uint32_t across;
  std::uint32_t down;
  std::uint32_t layers;
  bool whole_rows;
  std::uint32_t rows_at_once;

 private:
  void add_vector(std::vector<Element>& elements, std::uint32_t group, std::uint32_t lane, std::uint32_t i) const {
    const std::uint32_t lanes_across = std::min(8 / per_word, across);
    const std::uint32_t place = i / rows_at_once * variant.threads + lane;
    const std::uint32_t below = place / lanes_across;
    const std::uint32_t behind = below / (down / rows_at_once);
    const std::uint32_t x = behind % (across / lanes_across) * lanes_across + place % lanes_across;
    const std::uint32_t y = below % (down / rows_at_once) * rows_at_once + i % rows_at_once;
    std::uint64_t rest = std::uint64_t{group / constants[1] / constants[2]} * layers + behind / (across / lanes_across);
    const std::uint64_t row = std::uint64_t{group / constants[1] % constants[2]} * down + y;
    if (row >= dimension(1)[0]) return;
    std::uint64_t first[3]{};
    for (std::size_t t = 0; t < 3; ++t) first[t] = row * dimension(1)[t + 1];
    for (std::size_t j = 2; j < rank; ++j) {
      const std::uint64_t at = j + 1 < rank ? rest % dimension(j)[0] : rest;
      if (at >= dimension(j)[0]) return;
      for (std::size_t t = 0; t < 3; ++t) first[t] += at * dimension(j)[t + 1];
      rest /= dimension(j)[0];
    }
    if (rank == 2 && rest > 0) return;
    const std::uint64_t before = whole_rows ? 0 : first[2] % per_vector;
    EXPECT_EQ((first[2] - before) % per_vector, 0u) << "Out's vectors are aligned";
    for (std::uint32_t element = 0; element < per_vector; ++element) {
      const std::uint64_t column = std::uint64_t{(group % constants[1] * across + x) * per_vector} + element - before;
      if (column < dimension(0)[0])  // before the row it wraps
        elements.emplace_back(first[0] + column * dimension(0)[1], first[1] + column * dimension(0)[2],
                              first[2] + column * dimension(0)[3]);
    }
  }
};

TEST(StagedPlan, EveryElementIsComputedExactlyOnce) {
  int plans = 0;
  for (const DataType type : {DataType::f32, DataType::i16, DataType::u8})
    for (const Shape& shape : {Shape{16, 4}, Shape{37, 131}, Shape{2, 3, 80, 48}, Shape{3, 32, 2, 5, 17}})
      for (const Layout layout : {Layout::transposed, Layout::nhwc_b})
        for (const auto& placement : kPlacementNames)
          for (const std::uint32_t load_bytes : {4u, 8u, 16u})
            for (const std::uint32_t per_thread : {1u, 4u})
              for (const std::uint32_t threads : {32u, 256u}) {
                const Workload workload{.type = type, .shape = shape, .layout = layout, .placement = placement.value};
                const Variant variant{.access = Access::structured,
                                      .load_bytes = load_bytes,
                                      .per_thread = per_thread,
                                      .threads = threads,
                                      .loop = Loop::staged};
                if (why_illegal(workload) || !can_stage(describe(workload), variant)) continue;
                const ModulusDesc desc = describe(workload);
                const KernelPlan plan = make_plan(desc, variant, {.grid_groups = 3});
                EXPECT_EQ(StagedPlan(plan).elements(), elements_of(desc))
                    << name_of(workload) << ' ' << name_of(variant);
                EXPECT_EQ(plan.slices.size(), 1u);
                EXPECT_GE(plan.slices.front().grid[0] * plan.slices.front().grid[1], plan.slices.front().constants[3]);
                ++plans;
              }
  EXPECT_GT(plans, 400);
}

const Variant kVariant{.access = Access::structured, .load_bytes = 16, .threads = 256, .loop = Loop::staged};

TEST(StagedPlan, TilesAreAsSquareAsTheirThreadsAllow) {
  const auto tile = [](DataType type, const Shape& shape, std::uint32_t per_thread) {
    Variant variant = kVariant;
    variant.per_thread = per_thread;
    const StagedPlan plan(
        make_plan(describe(Workload{.type = type, .shape = shape, .layout = Layout::transposed}), variant));
    return std::array{plan.across, plan.down, plan.layers};
  };
  EXPECT_EQ(tile(DataType::f32, {4096, 4096}, 1), (std::array{8u, 32u, 1u})) << "128 bytes either way";
  EXPECT_EQ(tile(DataType::f32, {4096, 4096}, 4), (std::array{16u, 64u, 1u})) << "256 bytes either way";
  EXPECT_EQ(tile(DataType::u8, {4096, 4096}, 4), (std::array{8u, 128u, 1u})) << "128 bytes either way";
  EXPECT_EQ(tile(DataType::u8, {64, 64, 64}, 4), (std::array{4u, 64u, 4u})) << "four small matrices";
}

TEST(StagedPlan, WholeVectorsAreKnownAsSuch) {
  const auto stored = [](const Shape& shape) {
    const KernelPlan plan = make_plan(describe(Workload{.shape = shape, .layout = Layout::transposed}), kVariant);
    return value_of(plan, "A_STORED") + " " + value_of(plan, "WHOLE_ROWS");
  };
  EXPECT_EQ(stored({8, 8}), "STORED_COLUMNS 1");
  EXPECT_EQ(stored({8, 9}), "STORED_COLUMNS 0");
  EXPECT_EQ(stored({9, 8}), "STORED_SHIFTED 1");
}

TEST(StagedPlan, TilesMustFitGroupMemoryAndOneView) {
  Variant variant = kVariant;
  variant.per_thread = 4;
  const TensorDesc columns{.sizes = {1024, 1024}, .strides = {1, 1024}};
  const TensorDesc rows{.sizes = {1024, 1024}, .strides = {}};
  EXPECT_TRUE(can_stage({.a = rows, .b = columns, .out = rows}, variant));
  EXPECT_FALSE(can_stage({.a = columns, .b = columns, .out = rows}, variant)) << "33,280 bytes";
  EXPECT_FALSE(can_stage({.a = rows, .b = columns, .out = rows}, variant, {.view_words = 1023}));
  EXPECT_FALSE(can_stage({.a = rows, .b = rows, .out = rows}, variant)) << "nothing is stored by columns";
  variant.per_thread = 2;
  EXPECT_TRUE(can_stage({.a = columns, .b = columns, .out = rows}, variant));
  EXPECT_THROW(make_plan({.a = rows, .b = columns, .out = rows}, variant, {.view_words = 1023}), Error);
}

}  // namespace
}  // namespace modlab::modulus
