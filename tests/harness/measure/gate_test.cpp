// The gate on a real software adapter: what it passes and what it must catch.
#include <gtest/gtest.h>

#include "harness/device/status.h"
#include "harness/measure/probe_platform.h"
#include "harness/measure/workbench.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/probes.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "tests/support/shared_device.h"
#include "tests/support/variant_cover.h"

namespace modlab::measure {
namespace {

constexpr std::uint64_t kSeed = 1;

const Platform& platform() {
  static const Platform probed = probe_platform(device(), compiler(), modulus::modulus_probes());
  return probed;
}

std::vector<modulus::Variant> cover_of(const modulus::Workload& workload) {
  return modlab::cover_of(modulus::VariantSpace(modulus::describe(workload, kSeed), platform()).legal());
}

/// The gate's verdict on a variant; nothing when it passes.
std::optional<std::string> verdict(const modulus::Workload& workload, const modulus::Variant& variant,
                                   const ShaderSources& sources, const PlanLimits& limits = {}) {
  Workbench workbench(device(), compiler(), sources, workload, kSeed, limits);
  try {
    workbench.verify(workbench.prepare(variant));
    return std::nullopt;
  } catch (const VariantFailure& failure) {
    return std::string(name_of(failure.status())) + ": " + failure.what();
  }
}

/// The shader files with one text in one of them replaced.
ShaderSources broken(const std::string& file, const std::string& from, const std::string& to) {
  ShaderSources sources = embedded_shaders();
  std::string& text = sources.at(file);
  const std::size_t position = text.find(from);
  EXPECT_NE(position, std::string::npos) << file << " has no '" << from << "'";
  text.replace(position, from.size(), to);
  return sources;
}

class EveryDataSet : public testing::TestWithParam<std::tuple<modulus::Rounding, modulus::DataSet>> {};

TEST_P(EveryDataSet, PassesWithEveryPairOfChoices) {
  const auto [rounding, data_set] = GetParam();
  const modulus::Workload workload{.rounding = rounding, .shape = {5003}, .data_set = data_set};
  Workbench workbench(device(), compiler(), embedded_shaders(), workload, kSeed);
  for (const modulus::Variant& variant : cover_of(workload)) {
    const Comparison comparison = workbench.verify(workbench.prepare(variant));
    EXPECT_EQ(comparison.compared, 5003u);
    const bool exact = modulus::accuracy_of(variant.algorithm) == Accuracy::exact;
    EXPECT_TRUE(!exact || comparison.mismatches == 0) << modulus::name_of(variant);
  }
}

INSTANTIATE_TEST_SUITE_P(Gate, EveryDataSet,
                         testing::Combine(testing::Values(modulus::Rounding::floor, modulus::Rounding::truncate),
                                          testing::Values(modulus::DataSet::mixed, modulus::DataSet::wide,
                                                          modulus::DataSet::small, modulus::DataSet::pow2,
                                                          modulus::DataSet::edges)),
                         [](const auto& test) {
                           return std::string(name_of(std::get<0>(test.param))) + '_' +
                                  std::string(name_of(std::get<1>(test.param)));
                         });

class EveryType : public testing::TestWithParam<DataType> {};

/// One variant per algorithm that suits the workload, in the shape with the most that can go wrong.
std::vector<modulus::Variant> one_of_each_algorithm(const modulus::Workload& workload) {
  const modulus::ModulusDesc desc = modulus::describe(workload, kSeed);
  std::vector<modulus::Variant> variants;
  for (const modulus::AlgorithmInfo& algorithm : modulus::modulus_algorithms()) {
    modulus::Variant variant{.access = Access::typed,
                             .load_bytes = 16,
                             .per_thread = 2,
                             .threads = 32,
                             .loop = modulus::Loop::grid,
                             .algorithm = algorithm.algorithm,
                             .binding = Binding::table};
    if (modulus::why_illegal(variant, desc, platform())) {
      variant.access = Access::structured;
      variant.load_bytes = 4;
    }
    if (!modulus::why_illegal(variant, desc, platform())) variants.push_back(variant);
  }
  return variants;
}

TEST_P(EveryType, PassesInEveryLayoutAndPlacement) {
  int passed = 0;
  for (const auto& rounding : modulus::kRoundingNames)
    for (const auto& layout : modulus::kLayoutNames)
      for (const auto& placement : modulus::kPlacementNames) {
        const modulus::Workload workload{.rounding = rounding.value,
                                         .type = GetParam(),
                                         .shape = {3, 17, 99},
                                         .layout = layout.value,
                                         .placement = placement.value,
                                         .data_set = modulus::DataSet::edges};
        if (modulus::why_illegal(workload)) continue;
        Workbench workbench(device(), compiler(), embedded_shaders(), workload, kSeed);
        for (const modulus::Variant& variant : one_of_each_algorithm(workload)) {
          EXPECT_NO_THROW(workbench.verify(workbench.prepare(variant)))
              << modulus::name_of(workload) << ' ' << modulus::name_of(variant);
          ++passed;
        }
      }
  EXPECT_GE(passed, 50);
}

TEST_P(EveryType, AnyElementCountIsWhole) {
  for (const std::uint32_t count : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 9u, 15u, 17u, 31u, 129u, 2053u}) {
    const modulus::Workload workload{.type = GetParam(), .shape = {count}};
    EXPECT_EQ(verdict(workload, one_of_each_algorithm(workload).front(), embedded_shaders()), std::nullopt) << count;
  }
}

TEST_P(EveryType, StridesOfRankEightArePassed) {
  for (const modulus::Layout layout :
       {modulus::Layout::transposed, modulus::Layout::padded, modulus::Layout::channel_b}) {
    const modulus::Workload workload{.type = GetParam(), .shape = {2, 3, 2, 1, 3, 2, 5, 7}, .layout = layout};
    EXPECT_EQ(verdict(workload, one_of_each_algorithm(workload).front(), embedded_shaders()), std::nullopt)
        << modulus::name_of(workload);
  }
}

TEST_P(EveryType, AWrongBitIsCaught) {
  const auto vectors = broken("access.hlsli", "STORE(vectors_out, i, value);", "STORE(vectors_out, i, value ^ 1);");
  const modulus::Workload packed{.type = GetParam(), .shape = {4096}};
  const auto said = verdict(packed, one_of_each_algorithm(packed).front(), vectors);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("wrong result: ")) << *said;
  const auto words = broken("words.hlsli", "(value & mask)", "((value ^ 1) & mask)");
  const modulus::Workload padded{.type = GetParam(), .shape = {64, 63}, .layout = modulus::Layout::padded};
  const bool whole_words = bytes_of(GetParam()) == 4;  // their words are never stored in part
  EXPECT_NE(verdict(padded, one_of_each_algorithm(padded).front(), words).has_value(), whole_words);
}

INSTANTIATE_TEST_SUITE_P(Gate, EveryType,
                         testing::Values(DataType::f32, DataType::f16, DataType::i32, DataType::i16, DataType::i8,
                                         DataType::u32, DataType::u16, DataType::u8),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST(Gate, EveryPairOfEightBitsIsRight) {
  for (const DataType type : {DataType::i8, DataType::u8})
    for (const auto& rounding : modulus::kRoundingNames) {
      const modulus::Workload workload{
          .rounding = rounding.value, .type = type, .shape = {65536}, .data_set = modulus::DataSet::exhaustive};
      Workbench workbench(device(), compiler(), embedded_shaders(), workload, kSeed);
      for (const modulus::Variant& variant : one_of_each_algorithm(workload))
        EXPECT_EQ(workbench.verify(workbench.prepare(variant)).mismatches, 0u) << modulus::name_of(variant);
    }
}

TEST(Gate, CatchesAStoreBetweenTheElements) {
  const auto sources = broken("words.hlsli", "(words_out[word] & ~mask)", "~mask");
  const auto said =
      verdict(modulus::Workload{.type = DataType::u8, .shape = {64, 63}, .layout = modulus::Layout::padded},
              modulus::Variant{.access = Access::structured, .algorithm = modulus::Algorithm::fixup}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("wrong result: the kernel wrote between Out's elements")) << *said;
}

class EveryAccess : public testing::TestWithParam<Access> {};

/// The widest loads through one kind of view, with the long algorithm and its short path.
modulus::Variant widest(Access access, std::uint32_t per_thread) {
  return {.access = access,
          .load_bytes = 16,
          .per_thread = per_thread,
          .threads = 32,
          .loop = per_thread > 1 ? modulus::Loop::grid : modulus::Loop::group,
          .algorithm = modulus::Algorithm::split,
          .binding = Binding::table};
}

TEST_P(EveryAccess, AnyElementCountIsWhole) {
  for (const std::uint32_t count : {1u, 2u, 3u, 4u, 5u, 7u, 31u, 127u, 128u, 129u, 1021u, 4099u})
    for (const std::uint32_t per_thread : {1u, 8u})
      EXPECT_EQ(verdict(modulus::Workload{.shape = {count}}, widest(GetParam(), per_thread), embedded_shaders()),
                std::nullopt)
          << count;
}

TEST_P(EveryAccess, ATensorPastOneViewOrOneGridIsWhole) {
  const PlanLimits tight{.view_words = 1024, .grid_groups = 7};
  EXPECT_EQ(verdict(modulus::Workload{.shape = {20'003}}, widest(GetParam(), 1), embedded_shaders(), tight),
            std::nullopt);
  EXPECT_EQ(verdict(modulus::Workload{.shape = {20'003}}, widest(GetParam(), 2), embedded_shaders(), tight),
            std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(Gate, EveryAccess, testing::Values(Access::raw, Access::structured, Access::typed),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST(Gate, MoreGroupsThanOneGridDimensionHolds) {
  // 65,536 groups of 32 threads with a word each.
  EXPECT_EQ(verdict(modulus::Workload{.shape = {65'536 * 32}},
                    modulus::Variant{.threads = 32, .algorithm = modulus::Algorithm::formula}, embedded_shaders()),
            std::nullopt);
}

TEST(Gate, CatchesAWrongResultAndNamesIt) {
  const auto sources = broken("modulus_f32.hlsli", "remainder -= divisor;", "remainder -= divisor - 1;");
  const auto said = verdict(modulus::Workload{.shape = {5003}}, modulus::Variant{}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("wrong result: ")) << *said;
  EXPECT_NE(said->find(" mod "), std::string::npos) << *said;
}

TEST(Gate, CatchesAKernelThatWritesNothing) {
  const auto sources = broken("modulus.hlsl", "if (group >= groups) return;", "return;");
  const auto said = verdict(modulus::Workload{.shape = {5003}}, modulus::Variant{}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("wrong result: 5003 of 5003")) << *said;
}

TEST(Gate, CatchesAKernelThatLeavesOutTheTail) {
  const auto sources = broken("modulus.hlsl", "lane < tail_words", "false");
  const auto said = verdict(modulus::Workload{.shape = {5003}}, modulus::Variant{.load_bytes = 16}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("wrong result: 3 of 5003")) << *said;
}

TEST(Gate, CatchesAStorePastTheEnd) {
  const auto sources = broken("modulus.hlsl", "lane < tail_words", "lane < tail_words + 1");
  EXPECT_EQ(verdict(modulus::Workload{.shape = {5003}}, modulus::Variant{.load_bytes = 16}, sources),
            "wrong result: the kernel wrote past the end of Out");
}

TEST(Gate, CatchesAFormulaThatIsWorseThanItsBound) {
  const auto sources = broken("modulus_f32.hlsli", "ROUNDED r = a - product;", "ROUNDED r = a - product + 0.001;");
  const auto said =
      verdict(modulus::Workload{.shape = {5003}}, modulus::Variant{.algorithm = modulus::Algorithm::formula}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("wrong result: ")) << *said;
}

TEST(Gate, PassesThePreciseFormula) {
  EXPECT_EQ(verdict(modulus::Workload{.shape = {5003}},
                    modulus::Variant{.algorithm = modulus::Algorithm::formula, .precise = true}, embedded_shaders()),
            std::nullopt);
}

TEST(Gate, ChecksTheCopyKernelAgainstItsCopy) {
  EXPECT_EQ(verdict(modulus::Workload{.shape = {5003}}, modulus::Variant{.algorithm = modulus::Algorithm::copy},
                    embedded_shaders()),
            std::nullopt);
  const auto sources = broken("element.hlsli", "r = a ^ b;", "r = a;");
  EXPECT_TRUE(
      verdict(modulus::Workload{.shape = {5003}}, modulus::Variant{.algorithm = modulus::Algorithm::copy}, sources));
}

TEST(Gate, ReportsTheCompilersMessage) {
  const auto sources = broken("modulus_f32.hlsli", "uint compose(", "uint compose(nonsense ");
  const auto said = verdict(modulus::Workload{.shape = {64}}, modulus::Variant{}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("compiler refused: ")) << *said;
  EXPECT_NE(said->find("modulus_f32.hlsli:"), std::string::npos) << *said;
}

}  // namespace
}  // namespace modlab::measure
