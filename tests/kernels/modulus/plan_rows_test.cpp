// Plans of tensors with rows that are runs, by what their threads would do.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/workload.h"
#include "tests/support/plan_elements.h"
#include "tests/support/random_operators.h"
#include "tests/support/strided_plan.h"

namespace modlab::modulus {
namespace {

std::string define_of(const KernelPlan& plan, std::string_view name) {
  return std::ranges::find(plan.defines, name, &Define::name)->value;
}

Variant by_rows(std::uint32_t load_bytes, std::uint32_t per_thread = 2) {
  return {.access = Access::structured,
          .load_bytes = load_bytes,
          .per_thread = per_thread,
          .threads = 32,
          .loop = Loop::rows};
}

/// The vectors of one thread, as modulus_rows.hlsl numbers them.
std::vector<std::uint32_t> vectors_of(const KernelPlan& plan, const StridedConstants& constants, std::uint32_t group,
                                      std::uint32_t lane) {
  const Variant& v = plan.variant;
  const bool repeats = define_of(plan, "REPEATS") == "1";
  const std::uint32_t thread = group * v.threads + lane;
  const std::uint32_t first = repeats ? thread + thread / constants.period() * constants.period() * (v.per_thread - 1)
                                      : group * v.per_thread * v.threads + lane;
  std::vector<std::uint32_t> vectors;
  for (std::uint32_t i = 0; i < v.per_thread; ++i)
    if (const std::uint32_t at = first + i * (repeats ? constants.period() : v.threads); at < constants.units())
      vectors.push_back(at);
  return vectors;
}

/// Every element that a plan's threads compute, as often as they do, after checking that it is in its slice's views,
/// that whole vectors of Out are, and that no two threads of a dispatch store to one word.
std::vector<Element> elements_by_rows(const KernelPlan& plan) {
  const std::uint32_t per_word = 4 / bytes_of(plan.desc.out.type);
  const std::uint32_t per_vector = plan.variant.load_bytes / bytes_of(plan.desc.out.type);
  std::vector<Element> elements;
  std::set<std::uint64_t> earlier_words;
  for (const Slice& slice : plan.slices) {
    const StridedConstants constants(slice, plan);
    std::map<std::uint64_t, std::uint64_t> owners;  // of words
    const auto compute = [&](std::uint32_t element, std::uint64_t owner) {
      const auto at = locate(constants, element, per_vector);
      if (!at) return;
      elements.emplace_back(in_storage(*at, slice, per_word));
      const std::uint64_t word = std::get<2>(elements.back()) / per_word;
      EXPECT_EQ(owners.try_emplace(word, owner).first->second, owner) << "two threads store to word " << word;
      EXPECT_TRUE(slice.waits || !earlier_words.contains(word)) << "two slices race for word " << word;
    };
    std::set<std::uint32_t> vectors;
    for (std::uint32_t group = 0; group < constants.groups(); ++group)
      for (std::uint32_t lane = 0; lane < plan.variant.threads; ++lane)
        for (const std::uint32_t vector : vectors_of(plan, constants, group, lane)) {
          EXPECT_TRUE(vectors.insert(vector).second) << "two threads take vector " << vector;
          for (std::uint32_t i = 0; i < per_vector; ++i) compute(vector * per_vector + i, vector);
        }
    EXPECT_EQ(vectors.size(), constants.units());
    EXPECT_LE(constants.tail_words(), per_vector / per_word);
    for (std::uint32_t i = 0; i < constants.tail_words() * per_word; ++i)
      compute(constants.units() * per_vector + i, constants.units() + i / per_word);
    for (const auto& [word, owner] : owners) {
      earlier_words.insert(word);
      const std::uint64_t in_view = word - slice.ranges[kTensorOut].first / 4;
      if (owner < constants.units()) {
        EXPECT_LE((in_view * per_word / per_vector + 1) * plan.variant.load_bytes, slice.ranges[kTensorOut].bytes);
      }
    }
  }
  std::ranges::sort(elements);
  return elements;
}

void expect_whole(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits) {
  const KernelPlan plan = make_plan(desc, variant, limits);
  for (const Slice& slice : plan.slices) {
    EXPECT_EQ(slice.constants.size(), plan.slices.front().constants.size());
    EXPECT_GE(slice.grid[0] * slice.grid[1], slice.constants[3]);
    for (const ByteRange& range : slice.ranges) {
      EXPECT_LE(range.bytes, limits.view_words * 4);
      EXPECT_EQ(range.first % variant.load_bytes, 0u);
    }
  }
  EXPECT_EQ(elements_by_rows(plan), elements_of(desc));
}

TEST(RowsPlan, EveryElementIsComputedExactlyOnce) {
  RandomOperators operators;
  int with_rows = 0;
  int cut = 0;
  for (int i = 0; i < 20'000; ++i) {
    const ModulusDesc desc = operators.next();
    if (can_vectorize(desc) || element_count(desc.out.sizes) > 5000) continue;
    for (const std::uint32_t load_bytes : {4u, 8u, 16u}) {
      if (!has_rows(desc, load_bytes)) continue;
      ++with_rows;
      expect_whole(desc, by_rows(load_bytes), {});
      const PlanLimits limits{.view_words = 64, .grid_groups = 5};
      expect_whole(desc, by_rows(load_bytes), limits);
      cut += make_plan(desc, by_rows(load_bytes), limits).slices.size() > 1 ? 1 : 0;
      ASSERT_FALSE(HasFailure()) << modlab::name_of(desc.out.sizes) << ' ' << name_of(desc.out.type);
    }
  }
  EXPECT_GT(with_rows, 300);
  EXPECT_GT(cut, 50);
}

TEST(RowsPlan, LayoutsHaveRowsAndAllTheirElements) {
  for (const DataType type : {DataType::u8, DataType::i16, DataType::f32})
    for (const Layout layout : {Layout::row_b, Layout::channel_b, Layout::padded})
      for (const Shape& shape : {Shape{5, 3, 67}, Shape{4, 3, 64}, Shape{7, 129}})
        for (const std::uint32_t load_bytes : {4u, 8u, 16u})
          for (const std::uint32_t per_thread : {1u, 4u}) {
            const Workload workload{.type = type, .shape = shape, .layout = layout};
            ASSERT_TRUE(has_rows(describe(workload), load_bytes) || layout == Layout::channel_b) << name_of(workload);
            if (!has_rows(describe(workload), load_bytes)) continue;
            expect_whole(describe(workload), by_rows(load_bytes, per_thread), {.grid_groups = 3});
          }
}

TEST(RowsPlan, AThreadHasTheSameDivisorsInAllItsVectorsWhereTheyRepeat) {
  int repeating = 0;
  for (const DataType type : {DataType::u8, DataType::f32})
    for (const Layout layout : {Layout::row_b, Layout::channel_b})
      for (const Shape& shape : {Shape{50, 3, 64}, Shape{50, 3, 67}, Shape{200, 33}}) {
        const KernelPlan plan =
            make_plan(describe(Workload{.type = type, .shape = shape, .layout = layout}), by_rows(16, 4));
        repeating += define_of(plan, "REPEATS") == "1" ? 1 : 0;
        const StridedConstants constants(plan.slices.front(), plan);
        const std::uint32_t per_vector = 16 / bytes_of(type);
        int shared = 0;
        for (std::uint32_t group = 0; group < constants.groups(); ++group)
          for (std::uint32_t lane = 0; lane < 32; ++lane) {
            const auto vectors = vectors_of(plan, constants, group, lane);
            shared += vectors.size() > 1 ? 1 : 0;
            for (const std::uint32_t vector : vectors)
              for (std::uint32_t i = 0; i < per_vector; ++i)
                EXPECT_EQ(locate(constants, vector * per_vector + i, per_vector)->b,
                          locate(constants, vectors.front() * per_vector + i, per_vector)->b);
          }
        EXPECT_GT(shared, 0);
      }
  EXPECT_EQ(repeating, 12);
}

TEST(RowsPlan, SaysHowTheOperandsLieBesideOut) {
  const auto runs = [](const ModulusDesc& desc) {
    const KernelPlan plan = make_plan(desc, by_rows(16));
    return define_of(plan, "A_RUN") + ' ' + define_of(plan, "B_RUN");
  };
  const auto of = [](const Shape& sizes, const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    return ModulusDesc{.a = {.sizes = sizes, .strides = a},
                       .b = {.sizes = sizes, .strides = b},
                       .out = {.sizes = sizes, .strides = {}}};
  };
  EXPECT_EQ(runs(describe(Workload{.shape = {8, 67}, .layout = Layout::padded})), "RUN_SAME RUN_SAME");
  EXPECT_EQ(runs(of({8, 64}, {64, 1}, {0, 1})), "RUN_SAME RUN_ALIGNED");
  EXPECT_EQ(runs(of({8, 67}, {67, 1}, {0, 1})), "RUN_SAME RUN_SHIFTED") << "every row of Out begins elsewhere";
  EXPECT_EQ(runs(of({8, 64}, {72, 1}, {1, 0})), "RUN_ALIGNED RUN_CONSTANT");
  EXPECT_EQ(runs(of({8, 64}, {70, 1}, {64, 1})), "RUN_SHIFTED RUN_SAME");
}

TEST(RowsPlan, SaysWhetherItSkipsWhatLiesBetweenRows) {
  const auto skips = [](std::uint32_t row_stride) {
    const TensorDesc tensor{.sizes = {8, 64}, .strides = {row_stride, 1}};
    return define_of(make_plan({.a = tensor, .b = tensor, .out = tensor}, by_rows(16)), "SKIPS");
  };
  EXPECT_EQ(skips(64 + 3), "0") << "every vector has elements";
  EXPECT_EQ(skips(64 + 16), "1");
}

TEST(RowsPlan, NeedsRunsOfAtLeastOneVector) {
  const auto rows_of = [](DataType type, std::uint32_t columns, std::uint32_t load_bytes) {
    return has_rows(describe(Workload{.type = type, .shape = {8, columns}, .layout = Layout::padded}), load_bytes);
  };
  EXPECT_TRUE(rows_of(DataType::u8, 16, 16));
  EXPECT_FALSE(rows_of(DataType::u8, 15, 16));
  EXPECT_TRUE(rows_of(DataType::u8, 15, 8));
  EXPECT_FALSE(has_rows(describe(Workload{.shape = {64, 64}, .layout = Layout::transposed}), 4));
}

}  // namespace
}  // namespace modlab::modulus
