#include "harness/bench/entries.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/store/journal.h"
#include "harness/tune/evaluation.h"
#include "kernels/error.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "tests/support/simulated_device.h"
#include "tests/support/temporary_folder.h"

namespace modlab::bench {
namespace {

const modulus::Workload kWorkload{.shape = {64}};

Platform platform() {
  SimulatedCompiler compiler;
  return {SimulatedDevice({}).traits(), {compile::probe_compiler(compiler, CompilerId::d3dcompile)}};
}

store::Row figure(const std::string& variant, double median_ns, const std::string& tie = "") {
  tune::Evaluation evaluation;
  evaluation.candidate = modulus::modulus_catalogue()->candidate(variant);
  store::Row row = tune::make_row(kWorkload, 1, evaluation, "warm");
  row.median_ns = median_ns;
  row.gbps = 1 / median_ns;
  row.tie = tie;
  return row;
}

std::filesystem::path write_journal(const std::filesystem::path& path, std::vector<store::Row> rows) {
  store::Journal journal = store::Journal::create(path);
  for (store::Row& row : rows) journal.append(row);
  return path;
}

std::vector<std::string> names_of(const std::vector<Entry>& entries) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.push_back(name_of(entry));
  return names;
}

TEST(Entries, AreNamedByWorkloadAndVariant) {
  EXPECT_EQ(name_of(Entry{modulus::Workload{}, modulus::Variant{}}),
            "floor/f32/1048576/packed/out/mixed/raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1");
}

TEST(Entries, StandardVariantsAreThePlainestAndAWideOneOfEachAlgorithm) {
  EXPECT_EQ(names_of(make_entries({kWorkload}, 1, {}, platform())),
            (std::vector<std::string>{
                "floor/f32/64/packed/out/mixed/raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1",
                "floor/f32/64/packed/out/mixed/raw-b16-x4-t256-group-longdiv-root-d3dcompile-5.1",
                "floor/f32/64/packed/out/mixed/raw-b4-x1-t64-group-split-root-d3dcompile-5.1",
                "floor/f32/64/packed/out/mixed/raw-b16-x4-t256-group-split-root-d3dcompile-5.1",
                "floor/f32/64/packed/out/mixed/raw-b4-x1-t64-group-formula-root-d3dcompile-5.1",
                "floor/f32/64/packed/out/mixed/raw-b16-x4-t256-group-formula-root-d3dcompile-5.1",
            }));
}

TEST(Entries, EveryWorkloadHasSome) {
  for (const auto& type : kDataTypeNames)
    for (const auto& layout : modulus::kLayoutNames)
      for (const auto& placement : modulus::kPlacementNames) {
        const modulus::Workload workload{
            .type = type.value, .shape = {2, 3, 4}, .layout = layout.value, .placement = placement.value};
        if (modulus::why_illegal(workload)) continue;
        const auto legal = modulus::VariantSpace(modulus::describe(workload, 1), platform()).legal();
        const auto chosen = standard_variants(legal);
        EXPECT_GE(chosen.size(), 2u) << modulus::name_of(workload);
        for (const modulus::Variant& variant : chosen)
          EXPECT_NE(std::ranges::find(legal, variant), legal.end()) << modulus::name_of(variant);
      }
}

TEST(Entries, TunedOnesAreTheWinnersOfEachClass) {
  const TemporaryFolder folder;
  const auto journal =
      write_journal(folder / "run.csv",
                    {figure("raw-b4-x1-t64-group-split-root-d3dcompile-5.1", 90, "yes"),
                     figure("raw-b8-x1-t64-group-split-root-d3dcompile-5.1", 100, "best"),
                     figure("raw-b4-x1-t64-group-formula-root-d3dcompile-5.1", 70),
                     figure("raw-b8-x1-t64-group-formula-root-d3dcompile-5.1", 60), figure("directml", 50, "best")});
  EXPECT_EQ(names_of(tuned_entries(journal, 1, platform())),
            (std::vector<std::string>{
                "floor/f32/64/packed/out/mixed/raw-b8-x1-t64-group-split-root-d3dcompile-5.1",
                "floor/f32/64/packed/out/mixed/raw-b8-x1-t64-group-formula-root-d3dcompile-5.1",
            }));
}

TEST(Entries, OfPeersFollowThoseOfEachWorkload) {
  const modulus::Workload other{.shape = {128}};
  EXPECT_EQ(
      names_of(with_peers(
          {{kWorkload, modulus::Variant{}}, {kWorkload, modulus::Variant{.threads = 128}}, {other, modulus::Variant{}}},
          {{"a", ""}, {"b", ""}})),
      (std::vector<std::string>{
          "floor/f32/64/packed/out/mixed/raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1",
          "floor/f32/64/packed/out/mixed/raw-b4-x1-t128-group-longdiv-root-d3dcompile-5.1",
          "floor/f32/64/packed/out/mixed/a",
          "floor/f32/64/packed/out/mixed/b",
          "floor/f32/128/packed/out/mixed/raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1",
          "floor/f32/128/packed/out/mixed/a",
          "floor/f32/128/packed/out/mixed/b",
      }));
}

TEST(Entries, WinnersThatCannotRunHereAreRefused) {
  const TemporaryFolder folder;
  EXPECT_THROW(tuned_entries(write_journal(folder / "foreign.csv",
                                           {figure("typed-b4-x1-t64-group-split-root-d3dcompile-5.1", 90)}),
                             1, platform()),
               Error);
  store::Row illegal = figure("raw-b4-x1-t64-group-split-root-d3dcompile-5.1", 90);
  illegal.layout = "transposed";
  EXPECT_THROW(tuned_entries(write_journal(folder / "illegal.csv", {illegal}), 1, platform()), Error);
  EXPECT_THROW(tuned_entries(write_journal(folder / "empty.csv", {}), 1, platform()), Error);
  EXPECT_THROW(tuned_entries(folder / "none.csv", 1, platform()), Error);
  store::Row torch = illegal;
  torch.variant = "torch";
  EXPECT_THROW(tuned_entries(write_journal(folder / "torch.csv", {torch}), 1, platform()), Error)
      << "another program's, whose names are words";
}

}  // namespace
}  // namespace modlab::bench
