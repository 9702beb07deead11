#include "harness/report/merge.h"

#include <gtest/gtest.h>

#include <functional>

#include "harness/store/journal.h"
#include "harness/system/file.h"
#include "kernels/error.h"
#include "kernels/files/kernel_file.h"
#include "tests/support/measured_row.h"
#include "tests/support/temporary_folder.h"

namespace modlab::report {
namespace {

store::Row figure(const std::string& variant, double median_ns, const std::string& tie, double half_width = 0.001) {
  store::Row row = measured_row(variant, median_ns, half_width);
  row.tie = tie;
  return row;
}

/// A journal with these rows, as its run left it.
SampledRun run_of(const std::string& name, std::vector<store::Row> rows, const std::string& adapter = "a GPU") {
  SampledRun run{{.path = "folder/" + name + ".csv", .rows = std::move(rows), .context = {}}, {}};
  for (std::size_t i = 0; i < run.files.rows.size(); ++i) {
    store::Row& row = run.files.rows[i];
    row.run = name;
    row.row = i + 1;
    row.utc = "measured by " + name;
    row.adapter = adapter;
  }
  store::RunContext& context = run.files.context;
  context.run = name;
  context.started = "2026-01-0" + std::to_string(1 + name.size()) + "T00:00:00Z";
  context.finished = context.started;
  context.seed = 1;
  context.mode = "warm";
  context.device.adapter = adapter;
  context.device.driver = "1.0";
  context.spent.measure = 10;
  store::WorkloadContext& about = context.workloads.emplace_back();
  about.workload = "floor/f32/1000/packed/out/mixed";
  about.space = run.files.rows.size();
  return run;
}

MergedRun merge(std::vector<SampledRun> runs) {
  return merge_runs(std::move(runs), "m", {"modlab", "merge", "a b.csv"});
}

std::vector<std::string> ties_of(const MergedRun& merged) {
  std::vector<std::string> ties;
  for (const store::Row& row : merged.rows) ties.push_back(row.tie);
  return ties;
}

using Texts = std::vector<std::string>;

TEST(Merge, RenumbersRowsAndKeepsTheirOrigin) {
  SampledRun first = run_of("s0", {figure("a", 1000, "best"), figure("b", 2000, "no")});
  SampledRun second = run_of("s1", {figure("c", 3000, "no"), figure("d", 1500, "best")});
  first.samples = {{.row = 2, .phase = "screen", .index = 0, .ns = 2000}};
  second.samples = {{.row = 1, .phase = "screen", .index = 0, .ns = 3000},
                    {.row = 2, .phase = "confirm", .index = 5, .ns = 1500, .drifted = true},
                    {.row = 3, .phase = "screen", .index = 0, .ns = 1}};
  const MergedRun merged = merge({first, second});
  ASSERT_EQ(merged.rows.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(merged.rows[i].row, i + 1);
  EXPECT_EQ(merged.rows[1].run, "s0");
  EXPECT_EQ(merged.rows[3].run, "s1");
  EXPECT_EQ(merged.rows[3].utc, "measured by s1");
  ASSERT_EQ(merged.samples.size(), 3u) << "the sample of a row that was torn off is dropped";
  EXPECT_EQ(merged.samples[0].row, 2u);
  EXPECT_EQ(merged.samples[1].row, 3u);
  EXPECT_EQ(merged.samples[2].row, 4u);
  EXPECT_EQ(merged.samples[2].index, 5u);
  EXPECT_TRUE(merged.samples[2].drifted);
}

TEST(Merge, BestOfAllShardsLeadsAndIntervalsThatReachItTie) {
  // b reaches 1001 * 1.005 with 1007 * 0.999, and c with 1008 * 0.999 does not.
  const MergedRun merged = merge({run_of("s0", {figure("slow", 2000, "no"), figure("a", 1000, "best")}),
                                  run_of("s1", {figure("b", 1007, "best"), figure("c", 1008, "yes")})});
  EXPECT_EQ(ties_of(merged), (Texts{"no", "best", "yes", "no"}));
}

TEST(Merge, WhatItsOwnJournalFoundSlowerIsNeverBest) {
  const MergedRun merged = merge({run_of("s0", {figure("lucky", 990, "no"), figure("a", 1000, "best")}),
                                  run_of("s1", {figure("b", 1200, "best")})});
  EXPECT_EQ(ties_of(merged), (Texts{"no", "best", "no"}));
}

TEST(Merge, NoneIsBestWhereAShardWasStoppedBeforeItsComparison) {
  const MergedRun merged = merge(
      {run_of("s0", {figure("a", 1000, "best"), figure("b", 1000, "yes")}), run_of("s1", {figure("c", 900, "")})});
  EXPECT_EQ(ties_of(merged), (Texts{"", "", ""}));
}

TEST(Merge, TiesOfOneJournalStayAsItsRoundsFoundThem) {
  store::Row other = figure("a", 990, "best");
  other.op = "truncate";
  store::Row formula = figure("f", 500, "best");
  formula.accuracy = "formula";
  const MergedRun merged =
      merge({run_of("s0", {figure("a", 1000, "best"), figure("far", 1100, "yes"), formula}), run_of("s1", {other})});
  EXPECT_EQ(ties_of(merged), (Texts{"best", "yes", "best", "best"}));
}

TEST(Merge, RooflineIsTheBestCopyOfAllShards) {
  store::Row slow = figure("a", 1000, "best");
  slow.roofline_gbps = 15;
  slow.roofline_pct = 80;
  slow.packed_gbps = 20;
  store::Row fast = figure("b", 1500, "best");
  fast.roofline_gbps = 16;
  fast.roofline_pct = 50;
  fast.packed_gbps = 19;
  const MergedRun merged = merge({run_of("s0", {slow}), run_of("s1", {fast})});
  EXPECT_EQ(merged.rows[0].roofline_gbps, 16);
  EXPECT_DOUBLE_EQ(*merged.rows[0].roofline_pct, 75);
  EXPECT_EQ(merged.rows[1].packed_gbps, 20);
}

TEST(Merge, ContextOfOneAdapterAddsUp) {
  SampledRun first = run_of("s0", {figure("a", 1000, "best")});
  first.files.context.planned = {"w"};
  first.files.context.shard = "0/2";
  SampledRun second = run_of("longer", {figure("b", 1000, "best")});
  second.files.context.planned = {"w", "v"};
  second.files.context.shard = "1/2";
  const store::RunContext context = merge({first, second}).context;
  EXPECT_EQ(context.planned, (Texts{"w", "v"}));
  EXPECT_EQ(context.shard, "0/2, 1/2");
  EXPECT_EQ(context.run, "m");
  EXPECT_EQ(context.command, (Texts{"modlab", "merge", "a b.csv"}));
  EXPECT_EQ(context.merged, (Texts{"s0.csv", "longer.csv"}));
  EXPECT_TRUE(context.parts.empty());
  EXPECT_EQ(context.device.driver, "1.0");
  EXPECT_EQ(context.started, "2026-01-03T00:00:00Z");
  EXPECT_EQ(context.finished, "2026-01-07T00:00:00Z");
  EXPECT_EQ(context.spent.measure, 20);
  ASSERT_EQ(context.workloads.size(), 2u);
  EXPECT_EQ(context.workloads[1].run, "longer");
  second.files.context.finished = "";
  EXPECT_EQ(merge({first, second}).context.finished, "");
}

TEST(Merge, TheKernelsOfAllShardsAreKept) {
  const std::string text = "// modlab: op floor\n// modlab: dtype f32\n// modlab: threads 64\n// modlab: elements 1\n";
  const KernelPtr before = parse_kernel("mine.hlsl", {{"mine.hlsl", text}}, "00000001");
  const KernelPtr after = parse_kernel("mine.hlsl", {{"mine.hlsl", text + "//\n"}}, "00000002");
  SampledRun first = run_of("s0", {figure("mine:d3dcompile-5.1-00000001", 1000, "best")});
  SampledRun second = run_of("s1", {figure("mine:d3dcompile-5.1-00000002", 900, "best")});
  first.files.context.kernels = {before};
  second.files.context.kernels = {after, parse_kernel("mine.hlsl", {{"mine.hlsl", text}}, "00000001")};
  const MergedRun merged = merge({first, second});
  EXPECT_EQ(merged.context.kernels, (Kernels{before, after}));
  EXPECT_EQ(ties_of(merged), (Texts{"no", "best"})) << "a file that changed is another kernel";
}

TEST(Merge, SeveralAdaptersAreParts) {
  SampledRun old = run_of("slow", {figure("a", 1000, "best")}, "slow GPU");
  old.files.rows[0].adapter = "";  // a journal from before the column
  const MergedRun merged = merge({old, run_of("fast", {figure("a", 100, "best")}, "fast GPU")});
  EXPECT_EQ(ties_of(merged), (Texts{"best", "best"})) << "adapters do not compete";
  EXPECT_EQ(merged.rows[0].adapter, "slow GPU");
  EXPECT_EQ(merged.context.device.adapter, "slow GPU + fast GPU");
  ASSERT_EQ(merged.context.parts.size(), 2u);
  EXPECT_EQ(merged.context.parts[1].device.adapter, "fast GPU");
  EXPECT_EQ(merged.context.parts[1].merged, Texts{"fast.csv"});
  EXPECT_EQ(merged.context.parts[1].run, "m");
}

TEST(Merge, AMergedRunCanBeMergedAgain) {
  const MergedRun two = merge(
      {run_of("s0", {figure("a", 1000, "best")}, "slow GPU"), run_of("s1", {figure("a", 100, "best")}, "fast GPU")});
  const SampledRun again{{.path = "m.csv", .rows = two.rows, .context = two.context}, {}};
  const MergedRun three = merge({again, run_of("s2", {figure("b", 90, "best")}, "fast GPU")});
  EXPECT_EQ(ties_of(three), (Texts{"best", "no", "best"}));
  EXPECT_EQ(three.context.merged, (Texts{"s0.csv", "s1.csv", "s2.csv"}));
  ASSERT_EQ(three.context.parts.size(), 2u);
  EXPECT_EQ(three.context.parts[1].merged, (Texts{"s1.csv", "s2.csv"}));
}

std::string refusal(std::vector<SampledRun> runs) {
  try {
    merge(std::move(runs));
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(Merge, RefusesWhatTwoJournalsMeasured) {
  EXPECT_EQ(refusal({run_of("s0", {figure("a", 1000, "best")}), run_of("s1", {figure("a", 1000, "best")})}),
            "folder/s0.csv and folder/s1.csv both have a of floor/f32/1000/packed/out/mixed on a GPU");
}

TEST(Merge, RefusesRunsThatDoNotBelongTogether) {
  const SampledRun first = run_of("s0", {figure("a", 1000, "best")});
  const auto refused = [&](const std::function<void(store::RunContext&)>& change) {
    SampledRun second = run_of("s1", {figure("b", 1000, "best")});
    change(second.files.context);
    return refusal({first, second});
  };
  const std::string both = "folder/s0.csv and folder/s1.csv have different ";
  EXPECT_EQ(refused([](store::RunContext&) {}), "nothing was refused");
  EXPECT_EQ(refused([](store::RunContext& context) { context.seed = 2; }), both + "seeds, '1' and '2'");
  EXPECT_EQ(refused([](store::RunContext& context) { context.mode = "cold"; }), both + "modes, 'warm' and 'cold'");
  EXPECT_EQ(refused([](store::RunContext& context) { context.device.driver = "2.0"; }),
            both + "drivers on a GPU, '1.0' and '2.0'");
  EXPECT_EQ(refused([](store::RunContext& context) { context.device.implementation = "x"; }),
            both + "D3D12 implementations on a GPU, '' and 'x'");
  EXPECT_EQ(refused([](store::RunContext& context) { context.compiler_version = "x"; }),
            both + "compiler versions on a GPU, '' and 'x'");
  EXPECT_EQ(refused([](store::RunContext& context) { context.revision = "x"; }),
            both + "git revisions on a GPU, '' and 'x'");
  EXPECT_EQ(refused([](store::RunContext& context) { context.power_policy = "x"; }),
            both + "power policies on a GPU, '' and 'x'");
  SampledRun elsewhere = run_of("s1", {figure("a", 1000, "best")}, "another GPU");
  elsewhere.files.context.device.driver = "2.0";
  EXPECT_EQ(refusal({first, elsewhere}), "nothing was refused") << "another adapter has another driver";
}

TEST(Merge, WritesWhatReadsBackAndNothingOverAnotherFile) {
  const TemporaryFolder folder;
  SampledRun run = run_of("s0", {figure("a", 1000, "best")});
  run.samples = {{.row = 1, .phase = "screen", .index = 0, .ns = 1000}};
  const MergedRun merged = merge({run});
  write_merged(folder / "sub/m.csv", merged);
  EXPECT_EQ(store::to_csv(store::read_journal(folder / "sub/m.csv").rows.at(0)), store::to_csv(merged.rows[0]));
  EXPECT_EQ(store::read_context(folder / "sub/m.csv").merged, Texts{"s0.csv"});
  EXPECT_EQ(store::read_samples(folder / "sub/m.csv").size(), 1u);
  EXPECT_THROW(write_merged(folder / "sub/m.csv", merged), Error);

  replace_file(folder / "other.json", "mine");
  EXPECT_THROW(write_merged(folder / "other.csv", merged), Error);
  EXPECT_EQ(read_file(folder / "other.json"), "mine");
  EXPECT_FALSE(std::filesystem::exists(folder / "other.csv"));
}

}  // namespace
}  // namespace modlab::report
