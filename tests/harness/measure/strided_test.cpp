// Strided tensors in many slices, on a real software adapter.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "harness/measure/run_once.h"
#include "harness/measure/workbench.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/compare.h"
#include "kernels/modulus/elements.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/reference.h"
#include "kernels/modulus/space.h"
#include "tests/support/shared_device.h"

namespace modlab::measure {
namespace {

modulus::Variant plain_variant(DataType type, Binding binding) {
  return {.access = Access::structured,
          .per_thread = 2,
          .threads = 32,
          .loop = modulus::Loop::grid,
          .algorithm = bytes_of(type) < 4 ? modulus::Algorithm::reciprocal : modulus::Algorithm::longdiv,
          .binding = binding};
}

/// The variant by rows with the widest loads that the tensors allow; the one that gathers where they have no rows.
modulus::Variant widest_variant(const modulus::ModulusDesc& desc, Binding binding) {
  modulus::Variant variant = plain_variant(desc.out.type, binding);
  for (const std::uint32_t load_bytes : {4u, 8u, 16u})
    if (modulus::has_rows(desc, load_bytes)) {
      variant.load_bytes = load_bytes;
      variant.loop = modulus::Loop::rows;
    }
  return variant;
}

class EveryWidth : public testing::TestWithParam<DataType> {};

TEST_P(EveryWidth, ATensorPastOneViewIsWholeInEveryLayoutAndPlacement) {
  // Odd sizes, so that slices meet within words; views so small that rows are cut too.
  const PlanLimits tight{.view_words = 61, .grid_groups = 3};
  int passed = 0;
  for (const modulus::Layout layout :
       {modulus::Layout::row_b, modulus::Layout::channel_b, modulus::Layout::transposed, modulus::Layout::padded})
    for (const auto& placement : modulus::kPlacementNames)
      for (const Binding binding : {Binding::root, Binding::table}) {
        const modulus::Workload workload{
            .type = GetParam(), .shape = {3, 17, 99}, .layout = layout, .placement = placement.value};
        if (modulus::why_illegal(workload)) continue;
        EXPECT_GT(modulus::slice_count(modulus::describe(workload), tight), 20u) << modulus::name_of(workload);
        Workbench workbench(device(), compiler(), embedded_shaders(), workload, 1, tight);
        EXPECT_NO_THROW(workbench.verify(workbench.prepare(plain_variant(GetParam(), binding))))
            << modulus::name_of(workload);
        ++passed;
        const modulus::Variant widest = widest_variant(modulus::describe(workload), binding);
        if (widest.loop != modulus::Loop::rows) continue;
        EXPECT_NO_THROW(workbench.verify(workbench.prepare(widest)))
            << modulus::name_of(workload) << ' ' << modulus::name_of(widest);
        ++passed;
      }
  EXPECT_EQ(passed, 34);
}

/// Random elements, and gaps as the reference leaves them.
std::vector<std::byte> fill(const TensorDesc& desc, std::mt19937& random) {
  std::vector<std::byte> storage(storage_bytes(desc), kGapByte);
  for_each_element(desc, 0, element_count(desc.sizes), [&](std::uint64_t, std::uint64_t offset) {
    for (std::uint32_t i = 0; i < bytes_of(desc.type); ++i)
      storage[offset * bytes_of(desc.type) + i] = static_cast<std::byte>(random());
  });
  return storage;
}

/// Out of place, and over A where A lies as Out does, which shows the gaps too.
void expect_right(modulus::ModulusDesc desc, const modulus::Variant& variant, const PlanLimits& limits) {
  modulus::validate(desc, modulus::FeatureLevel::level_3_0);
  std::mt19937 random(1);
  const modulus::HostOperands operands{fill(desc.a, random), fill(desc.b, random)};
  const auto run = [&] {
    return run_once(device(), compiler(), modulus::make_plan(desc, variant, limits),
                    modulus::bind_operands(desc, operands));
  };
  const auto want = modulus::compute_reference(desc, operands);
  const Comparison comparison = modulus::compare_results(desc, Accuracy::exact, operands, want, run());
  EXPECT_EQ(comparison.mismatches, 0u) << comparison.worst;
  if (desc.a.strides != desc.out.strides) return;
  desc.over_a = true;
  const auto over_a = run();
  EXPECT_EQ(modulus::compare_results(desc, Accuracy::exact, operands, want, over_a).mismatches, 0u);
  EXPECT_EQ(first_touched_gap(desc.out, over_a), std::nullopt);
}

void expect_right(const modulus::ModulusDesc& desc, const PlanLimits& limits) {
  expect_right(desc, plain_variant(desc.out.type, Binding::root), limits);
}

modulus::ModulusDesc strided(DataType type, const Shape& sizes, const std::vector<std::uint32_t>& a_strides,
                             const std::vector<std::uint32_t>& b_strides,
                             const std::vector<std::uint32_t>& out_strides) {
  return {.a = {.type = type, .sizes = sizes, .strides = a_strides},
          .b = {.type = type, .sizes = sizes, .strides = b_strides},
          .out = {.type = type, .sizes = sizes, .strides = out_strides}};
}

TEST_P(EveryWidth, AnyStridesOfRankEightAreTaken) {
  const Shape sizes{2, 3, 2, 2, 3, 2, 3, 5};
  // Out's dimensions in another order and with gaps, A's in a third one, B broadcast and overlapping itself.
  const std::vector<std::uint32_t> out{1, 1800, 5, 13, 26, 5400, 80, 240};
  const std::vector<std::uint32_t> a{720, 3, 1, 360, 9, 2880, 100, 31};
  const std::vector<std::uint32_t> b{0, 7, 7, 0, 1, 2, 3, 0};
  for (const PlanLimits& limits : {PlanLimits{}, PlanLimits{.view_words = 500, .grid_groups = 7}}) {
    expect_right(strided(GetParam(), sizes, a, b, out), limits);
    expect_right(strided(GetParam(), sizes, out, b, out), limits);
  }
}

TEST_P(EveryWidth, OneDimensionIsEnough) {
  expect_right(strided(GetParam(), {1001}, {2}, {3}, {1}), {.view_words = 99});
  expect_right(strided(GetParam(), {1001}, {3}, {1}, {3}), {.view_words = 99});
}

TEST_P(EveryWidth, OutMayHaveFewElementsInManyWords) {
  // Rows of 7 elements, one in a thousand words; and single elements in two dimensions.
  expect_right(strided(GetParam(), {30, 7}, {4001, 1}, {0, 1}, {4001, 1}), {});
  expect_right(strided(GetParam(), {30, 7}, {4001, 555}, {7, 1}, {4001, 555}), {});
  expect_right(strided(GetParam(), {30, 7}, {4001, 555}, {7, 1}, {4001, 555}), {.view_words = 800});
}

TEST_P(EveryWidth, DimensionsOfOutMayInterleave) {
  expect_right(strided(GetParam(), {2, 3}, {3, 2}, {3, 1}, {3, 2}), {});
  expect_right(strided(GetParam(), {2, 40}, {41, 2}, {0, 1}, {41, 2}), {});
  expect_right(strided(GetParam(), {50, 50}, {51, 50}, {0, 1}, {51, 50}), {});
}

TEST_P(EveryWidth, RowsMayBeSlicesOfAnything) {
  const auto expect_rows_right = [&](const Shape& sizes, const std::vector<std::uint32_t>& a,
                                     const std::vector<std::uint32_t>& b, const std::vector<std::uint32_t>& out) {
    const modulus::ModulusDesc desc = strided(GetParam(), sizes, a, b, out);
    const modulus::Variant variant = widest_variant(desc, Binding::table);
    EXPECT_EQ(variant.loop, modulus::Loop::rows);
    expect_right(desc, variant, {});
    expect_right(desc, variant, {.view_words = 97, .grid_groups = 7});
  };
  // Slices of larger tensors, each with rows that begin elsewhere; in Out with gaps between matrices too.
  expect_rows_right({5, 7, 37}, {700, 50, 1}, {340, 48, 1}, {7 * 37, 37, 1});
  expect_rows_right({5, 7, 37}, {300, 41, 1}, {340, 48, 1}, {300, 41, 1});
  expect_rows_right({5, 7, 32}, {320, 40, 1}, {0, 0, 1}, {320, 40, 1});
  // Constant along a row, in A too; and rows that are one element longer than a vector of the narrowest type.
  expect_rows_right({9, 33}, {1, 0}, {33, 1}, {35, 1});
  expect_rows_right({30, 17}, {17, 1}, {0, 1}, {17, 1});
  expect_rows_right({301}, {0}, {1}, {1});
  // Divisors that repeat after several rows.
  expect_rows_right({9, 3, 33}, {99, 33, 1}, {0, 33, 1}, {99, 33, 1});
  expect_rows_right({9, 3, 33}, {99, 33, 1}, {0, 1, 0}, {99, 33, 1});
}

TEST_P(EveryWidth, RowsAreRightByEveryAccessPath) {
  int next = 0;
  for (const modulus::Layout layout : {modulus::Layout::row_b, modulus::Layout::channel_b, modulus::Layout::padded})
    for (const modulus::Placement placement : {modulus::Placement::out, modulus::Placement::in_a})
      for (const std::uint32_t load_bytes : {4u, 8u, 16u}) {
        const modulus::Workload workload{
            .type = GetParam(), .shape = {3, 5, 6, 17}, .layout = layout, .placement = placement};
        modulus::Variant variant = plain_variant(GetParam(), Binding::table);
        variant.load_bytes = load_bytes;
        variant.loop = modulus::Loop::rows;
        // libvkd3d's compiler cannot load from a writable raw view, as it would in place.
        constexpr std::array kPaths{Access::structured, Access::typed, Access::raw};
        variant.access = kPaths[static_cast<std::size_t>(next++) % (placement == modulus::Placement::out ? 3 : 2)];
        if (load_bytes == 16) variant.algorithm = modulus::Algorithm::copy;
        Workbench workbench(device(), compiler(), embedded_shaders(), workload, 1);
        EXPECT_NO_THROW(workbench.verify(workbench.prepare(variant)))
            << modulus::name_of(workload) << ' ' << modulus::name_of(variant);
      }
}

TEST_P(EveryWidth, TilesOfOperandsByColumnsAreRight) {
  int passed = 0;
  for (const modulus::Layout layout :
       {modulus::Layout::transposed, modulus::Layout::nhwc_b, modulus::Layout::channel_b})
    for (const auto& placement : modulus::kPlacementNames)
      for (const std::uint32_t load_bytes : {4u, 8u, 16u}) {
        const modulus::Workload workload{
            .type = GetParam(), .shape = {2, 48, 80, 48}, .layout = layout, .placement = placement.value};
        if (modulus::why_illegal(workload) || !modulus::can_tile(modulus::describe(workload), load_bytes)) continue;
        modulus::Variant variant = plain_variant(GetParam(), Binding::table);
        variant.load_bytes = load_bytes;
        variant.loop = modulus::Loop::tile;
        Workbench workbench(device(), compiler(), embedded_shaders(), workload, 1);
        variant.access = passed++ % 2 == 0 ? Access::structured : Access::typed;
        for (const modulus::Algorithm algorithm : {variant.algorithm, modulus::Algorithm::copy}) {
          variant.algorithm = algorithm;
          EXPECT_NO_THROW(workbench.verify(workbench.prepare(variant)))
              << modulus::name_of(workload) << ' ' << modulus::name_of(variant);
        }
      }
  EXPECT_EQ(passed, 24);
}

TEST_P(EveryWidth, BothOperandsOfATileMayLieByColumns) {
  const modulus::ModulusDesc desc = strided(GetParam(), {2, 64, 32}, {2048, 1, 64}, {0, 1, 64}, {2048, 32, 1});
  std::mt19937 random(1);
  const modulus::HostOperands operands{fill(desc.a, random), fill(desc.b, random)};
  modulus::Variant variant = plain_variant(GetParam(), Binding::root);
  variant.load_bytes = 8;
  variant.loop = modulus::Loop::tile;
  const auto result =
      run_once(device(), compiler(), modulus::make_plan(desc, variant), modulus::bind_operands(desc, operands));
  EXPECT_EQ(
      modulus::compare_results(desc, Accuracy::exact, operands, modulus::compute_reference(desc, operands), result)
          .mismatches,
      0u);
}

TEST_P(EveryWidth, StagedTilesAreRightAtEverySize) {
  int passed = 0;
  for (const Shape& shape : {Shape{2, 13, 37, 19}, Shape{2, 32, 48, 32}})
    for (const modulus::Layout layout : {modulus::Layout::transposed, modulus::Layout::nhwc_b})
      for (const modulus::Placement placement : {modulus::Placement::out, modulus::Placement::in_a})
        for (const std::uint32_t load_bytes : {4u, 16u}) {
          const modulus::Workload workload{
              .type = GetParam(), .shape = shape, .layout = layout, .placement = placement};
          modulus::Variant variant = plain_variant(GetParam(), Binding::table);
          variant.load_bytes = load_bytes;
          variant.per_thread = load_bytes / 4;
          variant.loop = modulus::Loop::staged;
          variant.access = passed++ % 2 == 0 ? Access::structured : Access::typed;
          Workbench workbench(device(), compiler(), embedded_shaders(), workload, 1);
          if (layout == modulus::Layout::nhwc_b || placement == modulus::Placement::in_a)
            variant.algorithm = modulus::Algorithm::copy;
          EXPECT_NO_THROW(workbench.verify(workbench.prepare(variant)))
              << modulus::name_of(workload) << ' ' << modulus::name_of(variant);
        }
  EXPECT_EQ(passed, 16);
}

TEST_P(EveryWidth, StagedTilesTakeAnyOtherOperandAndGaps) {
  modulus::Variant variant = plain_variant(GetParam(), Binding::table);
  variant.load_bytes = 8;
  variant.loop = modulus::Loop::staged;
  const auto expect_staged_right = [&](const Shape& sizes, const std::vector<std::uint32_t>& a,
                                       const std::vector<std::uint32_t>& b, const std::vector<std::uint32_t>& out) {
    expect_right(strided(GetParam(), sizes, a, b, out), variant, {.grid_groups = 3});
  };
  expect_staged_right({2, 64, 32}, {2048, 1, 64}, {0, 1, 64}, {2048, 32, 1});  // both by columns
  expect_staged_right({2, 21, 35}, {800, 1, 22}, {0, 35, 0}, {735, 35, 1});    // the other constant along rows
  expect_staged_right({3, 21, 35}, {840, 40, 1}, {0, 1, 21}, {840, 40, 1});    // gaps between rows
  expect_staged_right({90, 3}, {3, 1}, {1, 91}, {3, 1});                       // several rows in a word
}

INSTANTIATE_TEST_SUITE_P(Strided, EveryWidth, testing::Values(DataType::u8, DataType::i16, DataType::f32),
                         [](const auto& test) { return std::string(name_of(test.param)); });

}  // namespace
}  // namespace modlab::measure
