// Plans of strided tensors, by what their threads would do.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <tuple>

#include "kernels/overlap.h"
#include "kernels/plan.h"
#include "kernels/workload.h"
#include "tests/support/plan_elements.h"

namespace modlab {
namespace {

/// What modulus_strided.hlsl knows of a slice: its defines, and the constants of indexing.hlsli.
class StridedConstants {
 public:
  StridedConstants(const Slice& slice, const KernelPlan& plan)
      : values_(slice.constants), rank_(number(plan, "RANK")), run_(number(plan, "RUN")) {}

  [[nodiscard]] std::uint32_t words() const { return values_[0]; }
  [[nodiscard]] std::uint32_t first(Operand operand) const { return values_[5 + static_cast<std::size_t>(operand)]; }
  [[nodiscard]] const std::uint32_t* dimension(std::size_t i) const { return &values_.at(8 + 4 * i); }
  [[nodiscard]] float inverse(std::size_t i) const { return std::bit_cast<float>(values_.at(8 + 4 * rank_ + i)); }
  [[nodiscard]] std::uint32_t skip(std::size_t i) const { return values_.at(8 + 4 * rank_ + (rank_ + 3) / 4 * 4 + i); }
  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::size_t run() const { return run_; }

 private:
  static std::size_t number(const KernelPlan& plan, std::string_view define) {
    return std::stoul(std::ranges::find(plan.defines, define, &Define::name)->value);
  }

  const std::vector<std::uint32_t>& values_;
  std::size_t rank_;
  std::size_t run_;
};

/// modulus_strided.hlsl's divide and locate. The offset in Out, like the others, is counted from its view's first
/// element.
std::uint32_t divide(std::uint32_t n, std::uint32_t d, float inverse) {
  const float scale = inverse * 0.99999904632568359375f;
  const auto quotient = static_cast<std::uint32_t>(static_cast<float>(n) * scale);
  std::uint32_t rest = n - quotient * d;
  const auto more = static_cast<std::uint32_t>(static_cast<float>(rest) * scale);
  rest -= more * d;
  return quotient + more + (rest >= d ? 1 : 0);
}

std::optional<Offsets> locate(const StridedConstants& constants, std::uint32_t position, std::uint32_t per_word) {
  Offsets at{constants.first(Operand::a), constants.first(Operand::b), position};
  std::uint32_t rest = position - constants.first(Operand::out);
  for (std::size_t i = 0; i < constants.rank(); ++i) {
    const std::uint32_t* const dimension = constants.dimension(i);
    const bool divided = i < constants.rank() - constants.run();
    const std::uint32_t index = divided ? divide(rest, dimension[3], constants.inverse(i)) : rest;
    EXPECT_TRUE(!divided || index == rest / dimension[3]);
    rest -= index * dimension[3];
    if (index >= dimension[0]) return std::nullopt;
    at.a += index * dimension[1];
    at.b += index * dimension[2];
    at.out += std::uint64_t{index * constants.skip(i)} * per_word;
  }
  return rest == 0 ? std::optional(at) : std::nullopt;
}

/// From offsets in a slice's views, which must hold them, to those in the tensors.
Element in_storage(const Offsets& at, const Slice& slice, std::uint32_t per_word) {
  const auto in_tensor = [&](Operand operand, std::uint64_t offset) {
    const ByteRange& range = slice.range_of(operand);
    EXPECT_LT(offset / per_word * 4, range.bytes);
    return range.first / 4 * per_word + offset;
  };
  return {in_tensor(Operand::a, at.a), in_tensor(Operand::b, at.b), in_tensor(Operand::out, at.out)};
}

/// Every element that a plan's threads compute, as often as they do, after checking that it is in its slice's views and
/// that no two threads of a dispatch store to one word.
std::vector<Element> strided_elements(const KernelPlan& plan) {
  const std::uint32_t per_word = 4 / bytes_of(plan.desc.out.type);
  std::vector<Element> elements;
  std::set<std::uint64_t> earlier_words;
  for (const Slice& slice : plan.slices) {
    const StridedConstants constants(slice, plan);
    std::set<std::uint64_t> words;
    for (std::uint32_t thread = 0; thread < constants.words(); ++thread) {
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
    EXPECT_LE(slice.grid_x, limits.grid_groups);
    for (const ByteRange& range : slice.ranges) {
      EXPECT_LE(range.bytes, limits.view_words * 4);
      EXPECT_EQ(range.first % 4 + range.bytes % 4, 0u);
    }
  }
  EXPECT_EQ(strided_elements(plan), elements_of(desc));
}

/// Operators with strides of all kinds and no overlap in Out.
class RandomOperators {
 public:
  ModulusDesc next() {
    Shape sizes(number(1, kMaxDimensions));
    for (std::uint32_t& size : sizes) size = number(1, sizes.size() > 4 ? 3 : 9);
    const DataType type = std::array{DataType::u8, DataType::i16, DataType::f32}[number(0, 2)];
    ModulusDesc desc;
    desc.a = {.type = type, .sizes = sizes, .strides = operand_strides(sizes)};
    desc.b = {.type = type, .sizes = sizes, .strides = operand_strides(sizes)};
    do desc.out = {.type = type, .sizes = sizes, .strides = any_strides(sizes)};
    while (find_overlap(desc.out) != Overlap::none);
    return desc;
  }

 private:
  std::uint32_t number(std::uint32_t least, std::size_t most) {
    return std::uniform_int_distribution<std::uint32_t>(least, static_cast<std::uint32_t>(most))(random_);
  }

  /// Dimensions in any order, some with gaps between their rows, or arbitrary strides.
  std::vector<std::uint32_t> any_strides(const Shape& sizes) {
    std::vector<std::uint32_t> strides(sizes.size());
    if (number(0, 3) == 0) {
      for (std::uint32_t& stride : strides) stride = number(1, 60);
      return strides;
    }
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::shuffle(order, random_);
    std::uint32_t stride = number(1, 3);
    for (const std::size_t i : order) {
      strides[i] = stride;
      stride = stride * sizes[i] + (number(0, 1) == 0 ? 0 : number(0, 20));
    }
    return strides;
  }

  std::vector<std::uint32_t> operand_strides(const Shape& sizes) {
    std::vector<std::uint32_t> strides = any_strides(sizes);
    for (std::uint32_t& stride : strides)
      if (number(0, 4) == 0) stride = 0;
    return strides;
  }

  std::mt19937_64 random_{1};
};

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
    ASSERT_FALSE(HasFailure()) << name_of(desc.out.sizes) << ' ' << name_of(desc.out.type);
  }
  EXPECT_GT(cut, 200);
}

std::uint64_t threads_of(const KernelPlan& plan) {
  std::uint64_t threads = 0;
  for (const Slice& slice : plan.slices) threads += StridedConstants(slice, plan).words();
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
    EXPECT_LE(slice.grid_x, 65535u);
    EXPECT_LE(slice.grid_y, 65535u);
    std::uint64_t of_slice = 1;
    for (std::size_t i = 0; i < constants.rank(); ++i) of_slice *= constants.dimension(i)[0];
    elements += of_slice;
    const std::uint32_t last = constants.words() - 1;
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
}  // namespace modlab
