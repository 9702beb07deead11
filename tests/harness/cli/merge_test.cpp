// `modlab merge` as a user runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <set>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"
#include "harness/store/tuned.h"
#include "harness/system/file.h"
#include "tests/support/measured_row.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

ProcessResult run_modlab(std::vector<std::string> words) {
  words.insert(words.begin(), MODLAB_PROGRAM);
  return run_process(words);
}

class MergeCommand : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

  [[nodiscard]] ProcessResult merge(std::vector<std::string> journals, const std::string& out = "m.csv") const {
    journals.insert(journals.begin(), "merge");
    journals.insert(journals.end(), {"--out", path(out), "--tuned", path("tuned.json")});
    return run_modlab(journals);
  }

  /// A run of one variant, as `tune` leaves it.
  [[nodiscard]] std::string write_run(
      const std::string& name, const std::string& variant, const std::string& adapter = "a GPU",
      const std::function<void(store::RunContext&)>& change = [](store::RunContext&) {}) const {
    store::Row row = measured_row(variant, 1000, 0.003);
    row.tie = "best";
    row.adapter = adapter;
    store::Journal journal = store::Journal::create(path(name));
    journal.append(row);
    store::RunContext context;
    context.run = journal.path().stem().string();
    context.mode = "warm";
    context.seed = 1;
    context.finished = "2026-11-01T00:01:00Z";
    context.device.adapter = adapter;
    change(context);
    store::write_context(path(name), context);
    return path(name);
  }

  void expect_refusal(const ProcessResult& result, const std::string& words) const {
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    EXPECT_TRUE(result.err.starts_with("modlab: ")) << result.err;
    EXPECT_NE(result.err.find(words), std::string::npos) << result.err;
    for (const char* name : {"m.csv", "m.json", "m.samples.csv", "tuned.json"})
      EXPECT_FALSE(std::filesystem::exists(path(name))) << name;
  }

  TemporaryFolder folder_;
};

const std::string kPlain = "raw-b4-x1-t64-group-longdiv-root-d3dcompile-5.1";
const std::string kWide = "raw-b16-x1-t64-group-longdiv-root-d3dcompile-5.1";

TEST_F(MergeCommand, PartsOfASweepBecomeOneRun) {
  for (const char* threads : {"64", "256"}) {
    const ProcessResult tune =
        run_modlab({"tune", "--op", "floor", "--shape", "4099", "--strategy", "exhaustive", "--where",
                    std::string("threads=") + threads, "--where", "access=structured", "--where", "algorithm=split",
                    "--where", "per_thread=1", "--tuned", path("own.json"), "--out", path(threads) + ".csv"});
    ASSERT_EQ(tune.status, 0) << tune.err;
  }
  const ProcessResult result = merge({path("64.csv"), path("256.csv")});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_NE(result.out.find("merged from 64.csv, 256.csv\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("12 variants measured of 12\n"), std::string::npos) << result.out;

  const auto rows = store::read_journal(path("m.csv")).rows;
  const auto first = store::read_journal(path("64.csv")).rows;
  const auto second = store::read_journal(path("256.csv")).rows;
  ASSERT_EQ(rows.size(), first.size() + second.size());
  EXPECT_EQ(rows.back().variant, second.back().variant);
  EXPECT_EQ(rows.back().run, "256");
  EXPECT_EQ(rows.back().row, rows.size());
  EXPECT_FALSE(rows.back().adapter.empty());
  EXPECT_EQ(std::ranges::count(rows, "best", &store::Row::tie), 1);
  EXPECT_EQ(store::read_samples(path("m.csv")).size(),
            store::read_samples(path("64.csv")).size() + store::read_samples(path("256.csv")).size());

  const auto tuned = store::read_tuned(path("tuned.json"));
  ASSERT_EQ(tuned.size(), 1u);
  EXPECT_EQ(tuned[0].variant, std::ranges::find(rows, "best", &store::Row::tie)->variant);
  const ProcessResult summary = run_modlab({"summary", path("m.csv")});
  EXPECT_TRUE(result.out.starts_with(summary.out)) << summary.out;
}

TEST_F(MergeCommand, AdaptersBecomePartsOfOneRun) {
  const std::string slow = write_run("slow.csv", kPlain, "slow GPU");
  const std::string fast = write_run("fast.csv", kPlain, "fast GPU", [](store::RunContext& context) {
    context.device.driver = "another";
    context.revision = "another";
  });
  const ProcessResult result = merge({slow, fast});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("\nslow GPU, "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\nfast GPU, "), std::string::npos) << result.out;
  std::set<std::string> adapters;
  for (const store::TunedConfiguration& each : store::read_tuned(path("tuned.json"))) adapters.insert(each.key.adapter);
  EXPECT_EQ(adapters, (std::set<std::string>{"fast GPU", "slow GPU"}));

  const ProcessResult itself = run_modlab({"compare", path("m.csv"), path("m.csv")});
  EXPECT_TRUE(itself.out.ends_with("2 compared: 2 SAME\n")) << itself.out << itself.err;
  const ProcessResult part = run_modlab({"compare", path("m.csv"), fast});
  EXPECT_TRUE(
      part.out.ends_with("only in base: floor/f32/1000/packed/out/mixed exact on slow GPU\n"
                         "1 compared: 1 SAME; 1 missing\n"))
      << part.out << part.err;
}

TEST_F(MergeCommand, ATornLastLineIsReportedAndIgnored) {
  const std::string first = write_run("s0.csv", kPlain);
  const std::string second = write_run("s1.csv", kWide);
  std::ofstream(second, std::ios::app) << "s1,2,2026";
  const ProcessResult result = merge({first, second});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "modlab: " + second + ": the last 9 bytes are incomplete or damaged and were ignored\n");
  EXPECT_EQ(store::read_journal(path("m.csv")).rows.size(), 2u);
}

TEST_F(MergeCommand, RefusesOverlapNamingBothFilesAndThePair) {
  const std::string first = write_run("s0.csv", kPlain);
  const std::string second = write_run("s1.csv", kPlain);
  expect_refusal(merge({first, second}),
                 first + " and " + second + " both have " + kPlain + " of floor/f32/1000/packed/out/mixed on a GPU");
  expect_refusal(merge({first, first}), "both have");
}

TEST_F(MergeCommand, RefusesRunsThatDoNotBelongTogether) {
  const std::string first = write_run("s0.csv", kPlain);
  expect_refusal(
      merge({first, write_run("seed.csv", kWide, "a GPU", [](store::RunContext& context) { context.seed = 7; })}),
      "have different seeds, '1' and '7'");
  expect_refusal(merge({first, write_run("build.csv", kWide, "a GPU",
                                         [](store::RunContext& context) { context.revision = "abc"; })}),
                 "have different git revisions on a GPU, '' and 'abc'");
}

TEST_F(MergeCommand, RefusesWrongCallsAndForeignFiles) {
  const std::string run = write_run("s0.csv", kPlain);
  expect_refusal(run_modlab({"merge", "--out", path("m.csv")}), "runs.csv");
  expect_refusal(run_modlab({"merge", run}), "--out");
  expect_refusal(merge({run, path("nowhere.csv")}), "nowhere.csv: cannot be read");
  std::ofstream(path("foreign.csv")) << "a,b\n1,2\n";
  expect_refusal(merge({run, path("foreign.csv")}), "foreign.csv: not a modlab journal");
  std::filesystem::copy(run, path("alone.csv"));
  expect_refusal(merge({path("alone.csv")}), "alone.json: cannot be read");
  expect_refusal(merge({run}, "m.json"), "m.json: would be the run's context");
}

TEST_F(MergeCommand, NeverWritesOverAFile) {
  const std::string run = write_run("s0.csv", kPlain);
  const std::string before = read_file(run);
  expect_refusal(merge({run}, "s0.csv"), "s0.csv: is read by this call");
  EXPECT_EQ(read_file(run), before);
  std::ofstream(path("n.samples.csv")) << "mine";
  expect_refusal(merge({run}, "n.csv"), "n.samples.csv: is there already");
  EXPECT_EQ(read_file(path("n.samples.csv")), "mine");
  expect_refusal(merge({run}, "tuned.csv"), "tuned.json: would be written twice");
}

}  // namespace
}  // namespace modlab::cli
