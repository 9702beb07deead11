#include "kernels/modulus/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/workload.h"
#include "kernels/shader_sources.h"

namespace modlab::modulus {
namespace {

/// The first of shaders/indexing.hlsli's constants, by their names there.
struct SliceConstants {
  explicit SliceConstants(const Slice& slice)
      : vectors(slice.constants[0]),
        tail_words(slice.constants[1]),
        tail_mask(slice.constants[2]),
        groups(slice.constants[3]),
        grid_width(slice.constants[4]) {}

  std::uint32_t vectors;
  std::uint32_t tail_words;
  std::uint32_t tail_mask;
  std::uint32_t groups;
  std::uint32_t grid_width;
};

/// The words a plan's threads touch, counted as the shader counts them.
std::vector<int> touched_words(const KernelPlan& plan, std::uint64_t words) {
  std::vector<int> touched(words, 0);
  const Variant& v = plan.variant;
  const std::uint64_t vector_words = v.load_bytes / 4;
  for (const Slice& slice : plan.slices) {
    const SliceConstants c(slice);
    const std::uint64_t base = slice.ranges[modulus::kTensorOut].first / 4;
    for (std::uint32_t y = 0; y < slice.grid[1]; ++y)
      for (std::uint32_t x = 0; x < slice.grid[0]; ++x) {
        const std::uint64_t group = std::uint64_t{y} * c.grid_width + x;
        if (group >= c.groups) continue;
        for (std::uint32_t lane = 0; lane < v.threads; ++lane) {
          for (std::uint32_t i = 0; i < v.per_thread; ++i) {
            const std::uint64_t at = v.loop == Loop::group ? (group * v.per_thread + i) * v.threads + lane
                                                           : (std::uint64_t{i} * c.groups + group) * v.threads + lane;
            if (at >= c.vectors) continue;
            for (std::uint64_t w = 0; w < vector_words; ++w) ++touched.at(base + at * vector_words + w);
          }
          if (group == 0 && lane < c.tail_words) ++touched.at(base + c.vectors * vector_words + lane);
        }
      }
  }
  return touched;
}

TEST(KernelPlan, EveryWordIsComputedExactlyOnce) {
  const PlanLimits tight{.view_words = 1024, .grid_groups = 5};
  for (const std::uint32_t count : {1u, 2u, 3u, 5u, 63u, 64u, 65u, 1023u, 1024u, 1025u, 4099u, 20001u})
    for (const std::uint32_t load_bytes : {4u, 8u, 16u})
      for (const std::uint32_t per_thread : {1u, 4u})
        for (const Loop loop : {Loop::group, Loop::grid})
          for (const PlanLimits& limits : {PlanLimits{}, tight}) {
            const Variant variant{.load_bytes = load_bytes, .per_thread = per_thread, .threads = 32, .loop = loop};
            const KernelPlan plan = make_plan(describe(Workload{.shape = {count}}), variant, limits);
            EXPECT_EQ(touched_words(plan, count), std::vector<int>(count, 1)) << name_of(variant) << ' ' << count;
          }
}

TEST(KernelPlan, KeepsWithinItsLimits) {
  const PlanLimits limits{.view_words = 1 << 20, .grid_groups = 100};
  const KernelPlan plan = make_plan(describe(Workload{.shape = {5'000'001}}), Variant{.threads = 32}, limits);
  EXPECT_EQ(plan.slices.size(), 5u);
  for (const Slice& slice : plan.slices) {
    for (const ByteRange& range : slice.ranges) {
      EXPECT_LE(range.bytes / 4, limits.view_words);
      EXPECT_EQ(range.first % 16, 0u) << "raw views start at multiples of 16 bytes";
    }
    EXPECT_LE(slice.grid[0], limits.grid_groups);
    EXPECT_FALSE(slice.waits) << "no word belongs to two slices";
  }
}

TEST(KernelPlan, GridsPastOneDimensionAreFolded) {
  const KernelPlan plan = make_plan(describe(Workload{.shape = {1u << 26}}), Variant{.threads = 32});
  const Slice& slice = plan.slices.front();
  EXPECT_GT(slice.grid[1], 1u);
  EXPECT_LE(slice.grid[0], 65535u);
  EXPECT_GE(std::uint64_t{slice.grid[0]} * slice.grid[1], SliceConstants(slice).groups);
}

TEST(KernelPlan, OneSliceHoldsHalfAGibibyte) {
  EXPECT_EQ(make_plan(describe(Workload{.shape = {1u << 27}}), Variant{}).slices.size(), 1u);
  EXPECT_EQ(make_plan(describe(Workload{.shape = {(1u << 27) + 1}}), Variant{}).slices.size(), 2u);
}

TEST(KernelPlan, TheLastWordOfSmallTypesIsStoredInPart) {
  const SliceConstants five(
      make_plan(describe(Workload{.type = DataType::u8, .shape = {5}}), Variant{}).slices.front());
  EXPECT_EQ(five.vectors, 1u);
  EXPECT_EQ(five.tail_words, 1u);
  EXPECT_EQ(five.tail_mask, 0xffu);
  const SliceConstants three(
      make_plan(describe(Workload{.type = DataType::f16, .shape = {3}}), Variant{.load_bytes = 8}).slices.front());
  EXPECT_EQ(three.vectors, 0u);
  EXPECT_EQ(three.tail_words, 2u);
  EXPECT_EQ(three.tail_mask, 0xffffu);
}

TEST(KernelPlan, ASingleDivisorHasNoVectorView) {
  const KernelPlan plan = make_plan(describe(Workload{.shape = {64}, .layout = Layout::broadcast_b}), Variant{},
                                    PlanLimits{.view_words = 16});
  EXPECT_EQ(plan.slices.size(), 4u);
  EXPECT_EQ(std::ranges::count(plan.views, modulus::kTensorB, &View::buffer), 1);
  for (const Slice& slice : plan.slices) {
    EXPECT_EQ(slice.ranges[modulus::kTensorB].first, 0u);
    EXPECT_EQ(slice.ranges[modulus::kTensorB].bytes, 4u);
  }
}

TEST(KernelPlan, AKnownDivisorChangesTheConstantsAlone) {
  modulus::ModulusDesc desc = describe(Workload{.type = DataType::i8, .shape = {64}, .layout = Layout::broadcast_b});
  const Variant variant{.algorithm = modulus::Algorithm::fastmod};
  desc.divisor = 0xfd;
  const KernelPlan minus_three = make_plan(desc, variant);
  desc.divisor = 10;
  const KernelPlan ten = make_plan(desc, variant);
  EXPECT_EQ(minus_three.defines, ten.defines);
  EXPECT_EQ(minus_three.views, ten.views);
  EXPECT_EQ(minus_three.slices[0].constants[5], 0xfffffffdu);
  EXPECT_EQ(ten.slices[0].constants[5], 10u);
  EXPECT_EQ(ten.slices[0].constants[6], 6554u) << "2^16 / 10 rounded up";
  EXPECT_EQ(ten.slices[0].constants.size(), 10u);
}

TEST(KernelPlan, InPlaceReadsTheOperandThroughOut) {
  const KernelPlan plan = make_plan(describe(Workload{.shape = {64}, .placement = Placement::in_a}), Variant{});
  EXPECT_EQ(std::ranges::count(plan.views, modulus::kTensorA, &View::buffer), 0);
}

TEST(KernelPlan, EveryDefineIsOneTheShaderDocuments) {
  modulus::ModulusDesc desc = describe(Workload{.layout = Layout::broadcast_b});
  desc.divisor = 1;
  for (const modulus::AlgorithmInfo& info : modulus::modulus_algorithms()) {
    const KernelPlan plan = make_plan(desc, Variant{.algorithm = info.algorithm});
    const std::string& source = embedded_shaders().at(plan.shader);
    for (const Define& define : plan.defines) {
      EXPECT_NE(source.find("//   " + define.name + ' '), std::string::npos) << define.name;
      const bool number = define.value.find('_') == std::string::npos;
      const std::string& values = embedded_shaders().at("constants.hlsli");
      EXPECT_TRUE(number || values.find("#define " + define.value + ' ') != std::string::npos) << define.value;
    }
  }
}

TEST(Plan, RefusesWhatItCannotPlan) {
  const modulus::ModulusDesc packed = describe(Workload{.shape = {64}});
  EXPECT_THROW(make_plan(packed, Variant{.algorithm = modulus::Algorithm::fastmod}), Error) << "no divisor is known";
  const modulus::ModulusDesc padded = describe(Workload{.shape = {8, 8}, .layout = Layout::padded});
  EXPECT_THROW(make_plan(padded, Variant{.access = Access::structured, .loop = Loop::tile}), Error) << "no tiles";
  const modulus::ModulusDesc large = describe(parse_workload("floor/f32/4294967295x100000/packed/out/mixed"));
  EXPECT_THROW(make_plan(large, Variant{}), Error) << "millions of slices";
}

}  // namespace
}  // namespace modlab::modulus
