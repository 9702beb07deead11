#include "harness/tune/verification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "kernels/error.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
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
  for (const modulus::DataSet data_set : {modulus::DataSet::mixed, modulus::DataSet::edges})
    for (const auto& layout : modulus::kLayoutNames)
      for (const auto& placement : modulus::kPlacementNames) {
        const modulus::Workload workload{
            .shape = {3, 5, 7}, .layout = layout.value, .placement = placement.value, .data_set = data_set};
        if (!modulus::why_illegal(workload)) workloads.push_back(workload);
      }
  return workloads;
}

TEST(WithCandidates, EveryLayoutAndPlacementMeetsEveryValueItCanHave) {
  const auto jobs = with_candidates(jobs_of(arrangements(), 1), plain_platform(), {}, Thoroughness::cover);
  ASSERT_EQ(jobs.size(), arrangements().size());
  const auto values_of = [](const std::vector<Candidate>& candidates) {
    std::set<std::string> values;
    for (const Candidate& candidate : candidates)
      for (const auto& [column, text] : candidate.recipe->choices()) values.insert(std::string(column) + '=' + text);
    return values;
  };
  std::size_t variants = 0;
  for (const VerifyJob& job : jobs) {
    variants += job.candidates.size();
    EXPECT_EQ(values_of(job.candidates),
              values_of(job.workload.problem->space(job.seed, plain_platform(), {}).candidates))
        << job.workload.name;
  }
  EXPECT_LT(variants, jobs.size() * 12) << "few variants per workload are the point of a cover";
}

TEST(WithCandidates, WorkloadsOfOneKernelAreNeighboursWithTheSameVariants) {
  const auto jobs = with_candidates(jobs_of(arrangements(), 1), plain_platform(), {}, Thoroughness::cover);
  for (std::size_t i = 0; i < jobs.size(); i += 2) {
    EXPECT_EQ(jobs[i].workload.fields.layout, jobs[i + 1].workload.fields.layout);
    EXPECT_EQ(jobs[i].workload.fields.placement, jobs[i + 1].workload.fields.placement);
    EXPECT_EQ(jobs[i].candidates, jobs[i + 1].candidates);
  }
}

TEST(WithCandidates, PlainestIsOneOfEachAlgorithm) {
  const auto jobs = with_candidates(jobs_of({modulus::Workload{}}, 1), plain_platform(), {}, Thoroughness::plainest);
  std::set<modulus::Algorithm> algorithms;
  for (const Candidate& candidate : jobs.at(0).candidates)
    EXPECT_TRUE(algorithms.insert(modulus::variant_of(candidate)->algorithm).second);
  EXPECT_TRUE(algorithms.contains(modulus::Algorithm::split));
  EXPECT_TRUE(algorithms.contains(modulus::Algorithm::formula));
}

TEST(WithCandidates, EachDivisorHasThoseThatAreLegalForIt) {
  const modulus::Workload workload{.type = DataType::u8,
                                   .shape = modulus::exhaustive_shape(DataType::u8),
                                   .layout = modulus::Layout::broadcast_b,
                                   .data_set = modulus::DataSet::exhaustive};
  std::vector<VerifyJob> pieces;
  for (std::uint64_t piece = 0; piece < 256; ++piece) pieces.push_back({workload, piece, {}});
  const auto jobs = with_candidates(pieces, plain_platform(), {}, Thoroughness::plainest);
  ASSERT_EQ(jobs.size(), 256u);
  for (const VerifyJob& job : jobs) {
    const bool masked = std::ranges::find(job.candidates, "mask", &Candidate::kind) != job.candidates.end();
    EXPECT_EQ(masked, std::has_single_bit(job.seed)) << job.seed;
    EXPECT_NE(std::ranges::find(job.candidates, "fastmod", &Candidate::kind), job.candidates.end());
  }
}

TEST(ExhaustivePieces, OneForEightBitsOtherwiseOnePerDivisorOrShareOfThePairs) {
  const auto count = [](DataType type, modulus::Layout layout) {
    return modulus::exhaustive_pieces({.type = type, .shape = modulus::exhaustive_shape(type), .layout = layout})
        .value_or(0);
  };
  EXPECT_EQ(count(DataType::u8, modulus::Layout::packed), 1u);
  EXPECT_EQ(count(DataType::i8, modulus::Layout::broadcast_b), 256u);
  EXPECT_EQ(count(DataType::f16, modulus::Layout::row_b), 256u);
  EXPECT_EQ(count(DataType::u16, modulus::Layout::broadcast_b), 0u);
  EXPECT_EQ(count(DataType::f32, modulus::Layout::packed), 0u);
}

TEST(Verifier, ALostDeviceCostsOneRowAndItsVariantIsNotTriedAgain) {
  const modulus::Variant victim{.threads = 128};
  Simulation simulation;
  simulation.failure = [&](const modulus::Variant& variant) {
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
  for (const modulus::DataSet data_set : {modulus::DataSet::mixed, modulus::DataSet::edges})
    verifier.run({modulus::Workload{.shape = {64}, .data_set = data_set},
                  5,
                  {modulus::Variant{}, victim, modulus::Variant{.threads = 256}}},
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
