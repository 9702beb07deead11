// The gate on the real software driver: what it passes and what it must catch.
#include <gtest/gtest.h>

#include "harness/compile/d3d_compiler.h"
#include "harness/d3d12/d3d12_device.h"
#include "harness/device/status.h"
#include "harness/measure/workbench.h"
#include "kernels/cover.h"
#include "kernels/space.h"

namespace modlab {
namespace {

/// Shared by the tests of one process: making a device takes longer than most of them.
Device& device() {
  static const std::unique_ptr<Device> made = make_d3d12_device({});
  return *made;
}

Compiler& compiler() {
  static const std::unique_ptr<Compiler> made = make_d3d_compiler();
  return *made;
}

std::vector<Variant> cover_of(const Workload& workload) {
  return pairwise_cover(VariantSpace(workload, {device().traits(), {compiler().id()}}).legal());
}

/// What the gate says of a variant; nothing when it passes.
std::optional<std::string> verdict(const Workload& workload, const Variant& variant, const ShaderSources& sources,
                                   const PlanLimits& limits = {}) {
  Workbench bench(device(), compiler(), sources, workload, 1, limits);
  try {
    bench.verify(bench.prepare(variant));
    return std::nullopt;
  } catch (const VariantFailure& failure) {
    return std::string(name_of(failure.status())) + ": " + failure.what();
  }
}

/// The shader files with one text in one of them replaced.
ShaderSources broken(const std::string& file, const std::string& from, const std::string& to) {
  ShaderSources sources = embedded_shaders();
  std::string& text = sources.at(file);
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << file << " has no '" << from << "'";
  text.replace(place, from.size(), to);
  return sources;
}

class EveryDataSet : public testing::TestWithParam<std::tuple<Rounding, DataSet>> {};

TEST_P(EveryDataSet, PassesWithEveryPairOfChoices) {
  const auto [rounding, data_set] = GetParam();
  const Workload workload{.rounding = rounding, .shape = {5003}, .data_set = data_set};
  Workbench bench(device(), compiler(), embedded_shaders(), workload, 1);
  for (const Variant& variant : cover_of(workload)) {
    const Comparison comparison = bench.verify(bench.prepare(variant));
    EXPECT_EQ(comparison.compared, 5003u);
    const bool exact = accuracy_of(variant.algorithm) == Accuracy::exact;
    EXPECT_TRUE(!exact || comparison.mismatches == 0) << name_of(variant);
  }
}

INSTANTIATE_TEST_SUITE_P(Gate, EveryDataSet,
                         testing::Combine(testing::Values(Rounding::floor, Rounding::truncate),
                                          testing::Values(DataSet::mixed, DataSet::wide, DataSet::small, DataSet::pow2,
                                                          DataSet::edges)),
                         [](const auto& test) {
                           return std::string(name_of(std::get<0>(test.param))) + '_' +
                                  std::string(name_of(std::get<1>(test.param)));
                         });

class EveryAccess : public testing::TestWithParam<Access> {};

/// The widest loads through one kind of view, with the long algorithm and its short path.
Variant widest(Access access, std::uint32_t per_thread) {
  return {.access = access,
          .load_bytes = 16,
          .per_thread = per_thread,
          .threads = 32,
          .loop = per_thread > 1 ? Loop::grid : Loop::group,
          .algorithm = Algorithm::split,
          .binding = Binding::table};
}

TEST_P(EveryAccess, AnyElementCountIsWhole) {
  for (const std::uint32_t count : {1u, 2u, 3u, 4u, 5u, 7u, 31u, 127u, 128u, 129u, 1021u, 4099u})
    for (const std::uint32_t per_thread : {1u, 8u})
      EXPECT_EQ(verdict(Workload{.shape = {count}}, widest(GetParam(), per_thread), embedded_shaders()), std::nullopt)
          << count;
}

TEST_P(EveryAccess, ATensorPastOneViewOrOneGridIsWhole) {
  const PlanLimits tight{.view_words = 1024, .grid_groups = 7};
  EXPECT_EQ(verdict(Workload{.shape = {20'003}}, widest(GetParam(), 1), embedded_shaders(), tight), std::nullopt);
  EXPECT_EQ(verdict(Workload{.shape = {20'003}}, widest(GetParam(), 2), embedded_shaders(), tight), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(Gate, EveryAccess, testing::Values(Access::raw, Access::structured, Access::typed),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST(Gate, MoreGroupsThanOneGridDimensionHolds) {
  // 65,536 groups of 32 threads with a word each.
  EXPECT_EQ(verdict(Workload{.shape = {65'536 * 32}}, Variant{.threads = 32, .algorithm = Algorithm::formula},
                    embedded_shaders()),
            std::nullopt);
}

TEST(Gate, CatchesAWrongResultAndNamesIt) {
  const auto sources = broken("modulus_f32.hlsli", "remainder -= divisor;", "remainder -= divisor - 1;");
  const auto said = verdict(Workload{.shape = {5003}}, Variant{}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("wrong result: ")) << *said;
  EXPECT_NE(said->find(" mod "), std::string::npos) << *said;
}

TEST(Gate, CatchesAKernelThatWritesNothing) {
  const auto sources = broken("modulus.hlsl", "if (group >= groups) return;", "return;");
  const auto said = verdict(Workload{.shape = {5003}}, Variant{}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("wrong result: 5003 of 5003")) << *said;
}

TEST(Gate, CatchesAKernelThatLeavesOutTheTail) {
  const auto sources = broken("modulus.hlsl", "lane < tail_words", "false");
  const auto said = verdict(Workload{.shape = {5003}}, Variant{.load_bytes = 16}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("wrong result: 3 of 5003")) << *said;
}

TEST(Gate, CatchesAStoreBehindTheEnd) {
  const auto sources = broken("modulus.hlsl", "lane < tail_words", "lane < tail_words + 1");
  EXPECT_EQ(verdict(Workload{.shape = {5003}}, Variant{.load_bytes = 16}, sources),
            "wrong result: the kernel wrote behind the end of Out");
}

TEST(Gate, CatchesAFormulaThatIsWorseThanItsBound) {
  const auto sources = broken("modulus_f32.hlsli", "a - b * floor(a / b)", "a - b * floor(a / b) + 0.001");
  const auto said = verdict(Workload{.shape = {5003}}, Variant{.algorithm = Algorithm::formula}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("wrong result: ")) << *said;
}

TEST(Gate, HoldsTheCopyKernelToItsCopy) {
  EXPECT_EQ(verdict(Workload{.shape = {5003}}, Variant{.algorithm = Algorithm::copy}, embedded_shaders()),
            std::nullopt);
  const auto sources = broken("element.hlsli", "r = a ^ b;", "r = a;");
  EXPECT_TRUE(verdict(Workload{.shape = {5003}}, Variant{.algorithm = Algorithm::copy}, sources));
}

TEST(Gate, PassesOnTheCompilersWords) {
  const auto sources = broken("modulus_f32.hlsli", "uint compose(", "uint compose(nonsense ");
  const auto said = verdict(Workload{.shape = {64}}, Variant{}, sources);
  ASSERT_TRUE(said);
  EXPECT_TRUE(said->starts_with("compiler refused: ")) << *said;
  EXPECT_NE(said->find("modulus_f32.hlsli:"), std::string::npos) << *said;
}

}  // namespace
}  // namespace modlab
