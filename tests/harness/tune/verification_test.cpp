#include "harness/tune/verification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "kernels/error.h"
#include "tests/support/simulated_device.h"

namespace modlab::tune {
namespace {

Platform plain_platform() {
  Platform platform;
  platform.device.highest_shader_model = {6, 0};
  platform.compilers = {CompilerTraits{.raw_writable_loads = true}};
  return platform;
}

std::vector<Workload> arrangements() {
  std::vector<Workload> workloads;
  for (const DataSet data_set : {DataSet::mixed, DataSet::edges})
    for (const auto& layout : kLayoutNames)
      for (const auto& placement : kPlacementNames) {
        const Workload workload{
            .shape = {3, 5, 7}, .layout = layout.value, .placement = placement.value, .data_set = data_set};
        if (!why_illegal(workload)) workloads.push_back(workload);
      }
  return workloads;
}

TEST(WithVariants, EveryLayoutAndPlacementMeetsEveryValueItCanHave) {
  const auto jobs = with_variants(jobs_of(arrangements(), 1), plain_platform(), {}, Thoroughness::cover);
  ASSERT_EQ(jobs.size(), arrangements().size());
  const auto values_of = [](const std::vector<Variant>& variants) {
    std::set<std::string> values;
    for (const Variant& variant : variants)
      for (const VariantColumn& column : variant_columns())
        values.insert(std::string(column.name) + '=' + column.text(variant));
    return values;
  };
  std::size_t variants = 0;
  for (const VerifyJob& job : jobs) {
    variants += job.variants.size();
    EXPECT_EQ(values_of(job.variants), values_of(VariantSpace(describe(job.workload), plain_platform()).legal()))
        << name_of(job.workload);
  }
  EXPECT_LT(variants, jobs.size() * 12) << "few variants per workload are the point of a cover";
}

TEST(WithVariants, WorkloadsOfOneKernelAreNeighboursWithTheSameVariants) {
  const auto jobs = with_variants(jobs_of(arrangements(), 1), plain_platform(), {}, Thoroughness::cover);
  for (std::size_t i = 0; i < jobs.size(); i += 2) {
    EXPECT_EQ(jobs[i].workload.layout, jobs[i + 1].workload.layout);
    EXPECT_EQ(jobs[i].workload.placement, jobs[i + 1].workload.placement);
    EXPECT_EQ(jobs[i].variants, jobs[i + 1].variants);
  }
}

TEST(WithVariants, PlainestIsOneOfEachAlgorithm) {
  const auto jobs = with_variants(jobs_of({Workload{}}, 1), plain_platform(), {}, Thoroughness::plainest);
  std::set<modulus::Algorithm> algorithms;
  for (const Variant& variant : jobs.at(0).variants) EXPECT_TRUE(algorithms.insert(variant.algorithm).second);
  EXPECT_TRUE(algorithms.contains(modulus::Algorithm::split));
  EXPECT_TRUE(algorithms.contains(modulus::Algorithm::formula));
}

TEST(WithVariants, EachDivisorHasTheVariantsThatAreLegalForIt) {
  const Workload workload{.type = DataType::u8,
                          .shape = modulus::exhaustive_shape(DataType::u8),
                          .layout = Layout::broadcast_b,
                          .data_set = DataSet::exhaustive};
  const auto jobs = with_variants(jobs_of_pieces({workload}), plain_platform(), {}, Thoroughness::plainest);
  ASSERT_EQ(jobs.size(), 256u);
  for (const VerifyJob& job : jobs) {
    const bool masked =
        std::ranges::find(job.variants, modulus::Algorithm::mask, &Variant::algorithm) != job.variants.end();
    EXPECT_EQ(masked, std::has_single_bit(job.seed)) << job.seed;
    EXPECT_NE(std::ranges::find(job.variants, modulus::Algorithm::fastmod, &Variant::algorithm), job.variants.end());
  }
}

TEST(JobsOfPieces, OneForEightBitsOtherwiseOnePerDivisorOrShareOfThePairs) {
  const auto count = [](DataType type, Layout layout) {
    const Workload workload{
        .type = type, .shape = modulus::exhaustive_shape(type), .layout = layout, .data_set = DataSet::exhaustive};
    return jobs_of_pieces({workload}).size();
  };
  EXPECT_EQ(count(DataType::u8, Layout::packed), 1u);
  EXPECT_EQ(count(DataType::i8, Layout::broadcast_b), 256u);
  EXPECT_EQ(count(DataType::f16, Layout::row_b), 256u);
  EXPECT_THROW(count(DataType::u16, Layout::broadcast_b), Error);
  EXPECT_THROW(count(DataType::f32, Layout::packed), Error);
}

TEST(Verifier, ALostDeviceCostsOneRowAndItsVariantIsNotTriedAgain) {
  const Variant victim{.threads = 128};
  Simulation simulation;
  simulation.failure = [&](const Variant& variant) {
    return variant == victim ? std::optional(Status::device_lost) : std::nullopt;
  };
  SimulatedCompiler compiler;
  ShaderSources sources;
  Lab lab;
  int devices = 0;
  lab.make_device = [&] {
    ++devices;
    return std::make_unique<SimulatedDevice>(simulation);
  };
  lab.device = lab.make_device();
  lab.compiler = &compiler;
  lab.sources = &sources;

  Verifier verifier(lab);
  std::vector<store::Row> rows;
  for (const DataSet data_set : {DataSet::mixed, DataSet::edges})
    verifier.run({Workload{.shape = {64}, .data_set = data_set}, 5, {Variant{}, victim, Variant{.threads = 256}}},
                 [&](store::Row& row) { rows.push_back(row); });
  ASSERT_EQ(rows.size(), 6u);
  for (const store::Row& row : rows) {
    EXPECT_EQ(row.status, row.choice("threads") == "128" ? "device lost" : "ok") << row.detail;
    EXPECT_EQ(row.seed, 5u);
  }
  EXPECT_THAT(rows[4].detail, ::testing::StartsWith("not tried: device lost on floor/f32/64/packed/out/mixed: "));
  EXPECT_EQ(devices, 2);
}

}  // namespace
}  // namespace modlab::tune
