// Somebody removes, replaces or cuts a journal while its run writes it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"
#include "harness/system/file.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

using testing::HasSubstr;

constexpr std::size_t kRows = 12 * 60;

std::vector<std::string> long_run(const std::filesystem::path& journal) {
  return command_line(MODLAB_SIMULATED_TUNE,
                      "--evaluations 60 --workloads 12 --worker " MODLAB_FAULTY_WORKER " --resume " + journal.string());
}

/// Does this to the journal that a command writes, once it has so many lines.
ProcessResult run_and_harm(const std::vector<std::string>& command, const std::filesystem::path& journal,
                           std::ptrdiff_t lines, const std::function<void()>& harm) {
  bool done = false;
  return run_polling(command, [&](pid_t) {
    if (done || !std::filesystem::exists(journal) || std::ranges::count(read_file(journal), '\n') < lines) return;
    harm();
    done = true;
  });
}

/// The same to a run that has concluded its first workload.
ProcessResult run_and_harm(const std::filesystem::path& journal, const std::function<void()>& harm) {
  return run_and_harm(long_run(journal), journal, 70, harm);
}

void expect_whole(const std::filesystem::path& journal) {
  const std::vector<store::Row> rows = store::read_journal(journal).rows;
  EXPECT_EQ(rows.size(), kRows);
  std::set<std::uint64_t> sampled;
  for (const store::Sample& sample : store::read_samples(journal)) sampled.insert(sample.row);
  for (const store::Row& row : rows) EXPECT_TRUE(!row.median_ns || sampled.contains(row.row)) << row.row;
  EXPECT_EQ(store::read_context(journal).workloads.size(), 12U);
}

TEST(VanishingJournal, IsWrittenAnewBesideWhereItIsRemoved) {
  const TemporaryFolder folder;
  const ProcessResult result = run_and_harm(folder / "run.csv", [&] {
    for (const char* name : {"run.csv", "run.json", "run.samples.csv"}) std::filesystem::remove(folder / name);
  });
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("the run goes on in " + (folder / "run-2.csv").string()));
  expect_whole(folder / "run-2.csv");
}

TEST(VanishingJournal, IsWrittenAnewBesideWhereItIsCutAndMeasuredAgainWhereItIsResumed) {
  const TemporaryFolder folder;
  const ProcessResult result =
      run_and_harm(folder / "run.csv", [&] { std::filesystem::resize_file(folder / "run.csv", 20'000); });
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.err, HasSubstr("rows that are lost"));
  EXPECT_THAT(result.err, HasSubstr("run-2.csv: somebody has cut"));
  EXPECT_EQ(store::read_context(folder / "run-2.csv").finished, "");
  const ProcessResult resumed = run_process(long_run(folder / "run-2.csv"));
  EXPECT_EQ(resumed.status, 0) << resumed.err;
}

TEST(VanishingJournal, OfAVerificationLosesNothingWhereItIsCut) {
  const TemporaryFolder folder;
  const std::string call = "verify --op floor --dtype f32,u8 --shape 64 --out ";
  const ProcessResult whole = run_process(command_line(MODLAB_PROGRAM, call + (folder / "whole.csv").string()));
  ASSERT_EQ(whole.status, 0) << whole.err;
  const std::filesystem::path run = folder / "run.csv";
  const ProcessResult result = run_and_harm(command_line(MODLAB_PROGRAM, call + run.string()), run, 20,
                                            [&] { std::filesystem::resize_file(run, 3000); });
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("rows that are lost"));
  const auto variants_in = [&](const char* name) {
    std::vector<std::string> variants;
    for (const store::Row& row : store::read_journal(folder / name).rows)
      variants.push_back(store::workload_of(row) + row.variant);
    return variants;
  };
  EXPECT_EQ(variants_in("run-2.csv"), variants_in("whole.csv"));
}

}  // namespace
}  // namespace modlab
