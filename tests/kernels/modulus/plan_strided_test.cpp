// Plans of strided tensors, by what their threads would do.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/workload.h"
#include "tests/support/plan_elements.h"
#include "tests/support/random_operators.h"
#include "tests/support/strided_plan.h"

namespace modlab::modulus {
namespace {

/// Every element that a plan's threads compute, as often as they do, after checking that it is in its slice's views and
/// that no two threads of a dispatch store to one word.
std::vector<Element> strided_elements(const KernelPlan& plan) {
  const std::uint32_t per_word = 4 / bytes_of(plan.desc.out.type);
  std::vector<Element> elements;
  std::set<std::uint64_t> earlier_words;
  for (const Slice& slice : plan.slices) {
    const StridedConstants constants(slice, plan);
    std::set<std::uint64_t> words;
    for (std::uint32_t thread = 0; thread < constants.units(); ++thread) {
      std::set<std::uint64_t> own;
      for (std::uint32_t i = 0; i < per_word; ++i) {
        const auto at = locate(constants, thread * per_word + i, per_word);
        if (!at) continue;
        elements.emplace_back(in_storage(*at, slice, per_word));
        own.insert(std::get<2>(elements.back()) / per_word);
      }
      EXPECT_LE(own.size(), 1u) << "a thread has one word";
      for (const std::uint64_t word : own) {
        EXPECT_TRUE(words.insert(word).second) << "two threads store to word " << word;
        EXPECT_TRUE(slice.waits || !earlier_words.contains(word)) << "two slices race for word " << word;
      }
    }
    earlier_words.insert(words.begin(), words.end());
  }
  std::ranges::sort(elements);
  return elements;
}

void expect_whole(const ModulusDesc& desc, const PlanLimits& limits) {
  const KernelPlan plan = make_plan(desc, Variant{.access = Access::structured, .threads = 32}, limits);
  EXPECT_EQ(slice_count(desc, limits), plan.slices.size());
  for (const Slice& slice : plan.slices) {
    EXPECT_EQ(slice.constants.size(), plan.slices.front().constants.size());
    EXPECT_LE(slice.grid[0], limits.grid_groups);
    for (const ByteRange& range : slice.ranges) {
      EXPECT_LE(range.bytes, limits.view_words * 4);
      EXPECT_EQ(range.first % 4 + range.bytes % 4, 0u);
    }
  }
  EXPECT_EQ(strided_elements(plan), elements_of(desc));
}

TEST(StridedPlan, EveryElementIsComputedExactlyOnce) {
  RandomOperators operators;
  int strided = 0;
  int cut = 0;
  while (strided < 400) {
    const ModulusDesc desc = operators.next();
    if (can_vectorize(desc) || element_count(desc.out.sizes) > 5000) continue;
    ++strided;
    expect_whole(desc, {});
    for (const std::uint64_t view_words : {1u, 7u, 64u, 1000u}) {
      const PlanLimits limits{.view_words = view_words, .grid_groups = 5};
      if (slice_count(desc, limits) > 500) continue;
      expect_whole(desc, limits);
      cut += slice_count(desc, limits) > slice_count(desc) ? 1 : 0;
    }
    ASSERT_FALSE(HasFailure()) << modlab::name_of(desc.out.sizes) << ' ' << name_of(desc.out.type);
  }
  EXPECT_GT(cut, 200);
}

std::uint64_t threads_of(const KernelPlan& plan) {
  std::uint64_t threads = 0;
  for (const Slice& slice : plan.slices) threads += StridedConstants(slice, plan).units();
  return threads;
}

TEST(StridedPlan, ThreadsWithoutAnElementAreFew) {
  const Variant variant{.access = Access::structured};
  const auto cut = describe(Workload{.shape = {512, 512}, .layout = Layout::transposed});
  const KernelPlan plan = make_plan(cut, variant, {.view_words = 1 << 15});
  EXPECT_EQ(plan.slices.size(), 64u);
  EXPECT_EQ(threads_of(plan), 512u * 512u);

  const TensorDesc sparse{.type = DataType::u8, .sizes = {100, 50}, .strides = {100'000, 1}};
  const ModulusDesc rows{.a = sparse, .b = sparse, .out = sparse};
  EXPECT_LE(threads_of(make_plan(rows, variant)), 100u * 14u);
}

TEST(StridedPlan, OnlySlicesThatCanShareWordsWait) {
  const Variant variant{.access = Access::structured};
  for (const DataType type : {DataType::u8, DataType::f16, DataType::i32}) {
    const auto desc = describe(Workload{.type = type, .shape = {99, 99}, .layout = Layout::padded});
    const KernelPlan plan = make_plan(desc, variant, {.view_words = 1000});
    ASSERT_GT(plan.slices.size(), 1u);
    EXPECT_FALSE(plan.slices.front().waits);
    EXPECT_EQ(plan.slices.back().waits, bytes_of(type) < 4);
  }
}

/// Checks a few threads of each slice, for tensors past 32 bits or one view that are too large to visit completely.
void expect_samples_right(const ModulusDesc& desc) {
  const KernelPlan plan = make_plan(desc, Variant{.access = Access::structured, .threads = 32});
  const std::uint32_t per_word = 4 / bytes_of(desc.out.type);
  ASSERT_TRUE(is_packed(desc.out)) << "an element's offset in Out is its index";
  std::uint64_t elements = 0;
  for (const Slice& slice : plan.slices) {
    const StridedConstants constants(slice, plan);
    EXPECT_LE(slice.grid[0], 65535u);
    EXPECT_LE(slice.grid[1], 65535u);
    std::uint64_t of_slice = 1;
    for (std::size_t i = 0; i < constants.rank(); ++i) of_slice *= constants.dimension(i)[0];
    elements += of_slice;
    const std::uint32_t last = constants.units() - 1;
    for (const std::uint32_t thread : {0u, last / 3, last / 2, last})
      for (std::uint32_t i = 0; i < per_word; ++i) {
        const auto at = locate(constants, thread * per_word + i, per_word);
        if (!at) continue;
        const auto [a, b, index] = in_storage(*at, slice, per_word);
        EXPECT_EQ(a, ElementWalk(desc.a, index).offset());
        EXPECT_EQ(b, ElementWalk(desc.b, index).offset());
      }
    for (const ByteRange& range : slice.ranges) EXPECT_LE(range.bytes, PlanLimits{}.view_words * 4);
  }
  EXPECT_EQ(elements, element_count(desc.out.sizes));
}

TEST(StridedPlan, TensorsPastTheRealLimitsAreCutAndFound) {
  expect_samples_right(describe(Workload{.shape = {40'000, 40'000}, .layout = Layout::transposed}));
  // Strides of A and Out past 32 bits.
  expect_samples_right(
      describe(Workload{.type = DataType::u8, .shape = {2, 3, 2'147'483'647}, .layout = Layout::channel_b}));
  expect_samples_right(describe(Workload{.type = DataType::f16, .shape = {5, 1'000'000'007}, .layout = Layout::row_b}));
}

}  // namespace
}  // namespace modlab::modulus
