// `modlab compare` as a user runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/system/file.h"
#include "tests/support/measured_row.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

ProcessResult compare(std::vector<std::string> words) {
  words.insert(words.begin(), {MODLAB_PROGRAM, "compare"});
  return run_process(words);
}

/// A run of one workload with this time on this adapter.
std::string write_run(const std::filesystem::path& path, double median_ns, const std::string& adapter = "a GPU",
                      const std::string& mode = "warm") {
  store::Row row = measured_row("raw", median_ns, 0.003);
  row.mode = mode;
  if (mode == "verify") {
    row.samples.reset();
    row.median_ns.reset();
    row.ci_low_ns.reset();
    row.ci_high_ns.reset();
    row.gbps.reset();
  }
  store::Journal journal = store::Journal::create(path);
  journal.append(row);
  store::RunContext context;
  context.run = path.stem().string();
  context.device.adapter = adapter;
  context.mode = mode;
  context.finished = "2026-11-15T01:31:00Z";
  store::write_context(path, context);
  return path.string();
}

void expect_refusal(const ProcessResult& result, const std::string& word) {
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
  EXPECT_TRUE(result.err.starts_with("modlab: ")) << result.err;
  EXPECT_NE(result.err.find(word), std::string::npos) << result.err;
}

TEST(CompareCommand, SaysSlowerAndFailsOnlyAtTheGate) {
  const TemporaryFolder folder;
  const std::string base = write_run(folder / "base.csv", 1000);
  const std::string next = write_run(folder / "new.csv", 1030);
  const ProcessResult told = compare({base, next});
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_NE(told.out.find("1.030 (1.026 to 1.034)  1.0 %  SLOWER\n"), std::string::npos) << told.out;
  EXPECT_TRUE(told.out.ends_with("1 compared: 1 SLOWER\n")) << told.out;
  EXPECT_EQ(compare({base, next, "--gate"}).status, 1);
  EXPECT_EQ(compare({base, next, "--gate", "--variants"}).status, 1);
  EXPECT_EQ(compare({next, base, "--gate"}).status, 0) << "FASTER is welcome";
  EXPECT_EQ(compare({base, base, "--gate"}).status, 0);
}

TEST(CompareCommand, FailsAtTheGateWhereAKernelBroke) {
  const TemporaryFolder folder;
  const std::string base = write_run(folder / "base.csv", 1000);
  const std::string next = write_run(folder / "new.csv", 1000);
  store::Row also = store::read_journal(base).rows.front();
  also.accuracy = "formula";
  ++also.row;
  store::Row broken = also;
  broken.status = "wrong result";
  std::ofstream(base, std::ios::app | std::ios::binary) << store::to_csv(also) << '\n';
  std::ofstream(next, std::ios::app | std::ios::binary) << store::to_csv(broken) << '\n';
  EXPECT_EQ(compare({base, next}).status, 0);
  const ProcessResult gate = compare({base, next, "--gate"});
  EXPECT_EQ(gate.status, 1);
  EXPECT_TRUE(gate.out.ends_with("1 SAME; 1 failed\n")) << gate.out;
  EXPECT_EQ(gate.err, "modlab: the gate fails: 1 failed\n");
}

TEST(CompareCommand, FailsAtTheGateOnWhatItIsToldTo) {
  const TemporaryFolder folder;
  const std::string base = write_run(folder / "base.csv", 1000);
  const std::string stopped = write_run(folder / "stopped.csv", 571);
  store::RunContext context = store::read_context(stopped);
  context.finished.clear();
  store::write_context(stopped, context);
  EXPECT_EQ(compare({base, stopped, "--gate"}).status, 0);
  const ProcessResult unclear = compare({base, stopped, "--gate", "--fail-on", "slower,unclear"});
  EXPECT_EQ(unclear.status, 1);
  EXPECT_EQ(unclear.err, "modlab: the gate fails: 1 unclear\n");
  EXPECT_NE(unclear.out.find(" exact: the new run was stopped before its confirmation\n"), std::string::npos);

  const std::string gone = (folder / "gone.csv").string();
  store::Journal::create(gone);
  store::write_context(gone, store::read_context(base));
  EXPECT_EQ(compare({base, gone}).status, 0);
  const ProcessResult missing = compare({base, gone, "--gate", "--fail-on", "slower,missing"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.err, "modlab: the gate fails: 1 missing\n");
  EXPECT_EQ(compare({base, gone, "--gate"}).err, "modlab: the gate fails: the runs have nothing in common\n");

  expect_refusal(compare({base, base, "--gate", "--fail-on", "faster"}), "slower, unclear, missing, failed, all");
  expect_refusal(compare({base, base, "--fail-on", "missing"}), "--gate");
}

TEST(CompareCommand, PrintsJson) {
  const TemporaryFolder folder;
  const ProcessResult result =
      compare({write_run(folder / "base.csv", 1000), write_run(folder / "new.csv", 1030), "--gate", "--json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(nlohmann::json::parse(result.out)["counts"]["SLOWER"], 1);
}

TEST(CompareCommand, WritesTheFiguresAsCsv) {
  const TemporaryFolder folder;
  const std::string base = write_run(folder / "base.csv", 1000);
  const std::string out = (folder / "comparison.csv").string();
  ASSERT_EQ(compare({base, write_run(folder / "new.csv", 970), "--out", out}).status, 0);
  const std::string text = read_file(out);
  EXPECT_EQ(std::ranges::count(text, '\n'), 2) << text;
  EXPECT_TRUE(text.ends_with(",FASTER,\n")) << text;

  const std::string before = read_file(base);
  expect_refusal(compare({base, base, "--out", base}), "is read by this call");
  EXPECT_EQ(read_file(base), before);
  expect_refusal(compare({base, base, "--out", (folder / "no" / "such.csv").string()}), "such.csv");
}

TEST(CompareCommand, RefusesWhatCannotBeCompared) {
  const TemporaryFolder folder;
  const std::string base = write_run(folder / "base.csv", 1000);
  const std::string elsewhere = write_run(folder / "elsewhere.csv", 1000, "another GPU");
  expect_refusal(compare({base, elsewhere}), "--across");
  EXPECT_EQ(compare({base, elsewhere, "--across"}).status, 0);
  expect_refusal(compare({base, write_run(folder / "cold.csv", 1000, "a GPU", "cold")}), "--across");
  expect_refusal(compare({base, write_run(folder / "verified.csv", 0, "a GPU", "verify")}), "no timings");
  expect_refusal(compare({base, "/nowhere.csv"}), "/nowhere.csv");
  expect_refusal(compare({base, "/dev/null"}), "is a pipe or a device");
  expect_refusal(compare({base, MODLAB_SOURCE_DIR "/README.md"}), "not a modlab journal");
  std::filesystem::remove(store::context_path(elsewhere));
  expect_refusal(compare({base, elsewhere}), "elsewhere.json");
  expect_refusal(compare({base}), "new.csv");
}

TEST(CompareCommand, ReadsATornJournalWithANote) {
  const TemporaryFolder folder;
  const std::string base = write_run(folder / "base.csv", 1000);
  std::ofstream(base, std::ios::app | std::ios::binary) << "base,2,2026";
  const ProcessResult result = compare({base, base});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.err.find("are incomplete or damaged and were ignored"), std::string::npos) << result.err;
  EXPECT_NE(result.out.find("1 SAME"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace modlab::cli
