// modlab-bench as a user runs it, on a software adapter.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <regex>

#include "harness/store/journal.h"
#include "harness/system/file.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace modlab::bench {
namespace {

ProcessResult bench(const std::string& words, const std::vector<std::string>& environment = {}) {
  return run_process(command_line(MODLAB_BENCH_PROGRAM, words), environment);
}

auto line_count(const std::string& text) { return std::ranges::count(text, '\n'); }

class WrongBenchCall : public testing::TestWithParam<const char*> {};

TEST_P(WrongBenchCall, GetsOneLineAndStatusTwo) {
  const ProcessResult result = bench(GetParam());
  EXPECT_EQ(result.status, 2) << result.out << result.err;
  EXPECT_EQ(line_count(result.err), 1) << result.err;
  EXPECT_EQ(result.out, "");
}

INSTANTIATE_TEST_SUITE_P(Bench, WrongBenchCall,
                         testing::Values("--frobnicate", "--benchmark_frobnicate", "--benchmark_format=xml",
                                         "--benchmark_filter=nothing-matches", "--dtype f64", "nonsense",
                                         "--variant raw", "--where speed=1", "--tuned /nowhere.csv",
                                         "--tuned /nowhere.csv --op floor", "--tuned", "--adapter 99", "--seed x",
                                         "--stable-power", "--precision 1", "--precision 0%", "--min-samples 0",
                                         "--max-time-per-variant soon", "--rounds -1", "--peer directml",
                                         "--directml a.dll",
                                         "--tuned " MODLAB_SOURCE_DIR "/results/lavapipe/tune.csv --kernel a.hlsl"));

TEST(Bench, WritesOverNothingThatItReads) {
  const TemporaryFolder folder;
  for (const char* each : {".csv", ".json"})
    std::filesystem::copy_file(MODLAB_SOURCE_DIR "/results/lavapipe/tune" + std::string(each),
                               folder / ("run" + std::string(each)));
  const std::string before = read_file(folder / "run.json");
  const std::string call = "--tuned " + (folder / "run.csv").string();
  const std::string out = (folder / "./run.json").string();
  for (const ProcessResult& result : {bench(call + " --benchmark_out=" + out), bench(call, {"BENCHMARK_OUT=" + out})}) {
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_EQ(line_count(result.err), 1) << result.err;
    EXPECT_EQ(read_file(folder / "run.json"), before);
  }
}

TEST(Bench, AStdoutThatTakesNothingIsAFault) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const ProcessResult full = run_process({"/bin/bash", "-c", "\"" MODLAB_BENCH_PROGRAM "\" --help > /dev/full"});
  EXPECT_EQ(full.status, 1);
  EXPECT_EQ(full.err, "modlab-bench: stdout: cannot be written: No space left on device\n");
}

TEST(Bench, ListsEveryTypeAndOperatorWithoutMeasuring) {
  const ProcessResult result = bench("--benchmark_list_tests");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  for (const char* op : {"floor", "truncate"})
    for (const char* type : {"f32", "f16", "i32", "i16", "i8", "u32", "u16", "u8"})
      EXPECT_NE(result.out.find(std::string(op) + '/' + type + "/1048576/packed/out/mixed/"), std::string::npos)
          << op << type;
}

TEST(Bench, EndsQuietlyWhenItsOutputIsNoLongerRead) {
  const std::string list = std::string(MODLAB_BENCH_PROGRAM) + " --dtype f32 --where access=raw --benchmark_list_tests";
  const ProcessResult result = run_process({"/bin/bash", "-c", "set -o pipefail; " + list + " | head -n 1"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(line_count(result.out), 1);
}

/// Whether a process acts on a signal by itself.
bool catches(pid_t process, int signal) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("SigCgt:")) return std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1;
  return false;
}

TEST(Bench, AnInterruptEndsItWithACompleteReport) {
  const TemporaryFolder folder;
  const std::string report = (folder / "report.json").string();
  bool interrupted = false;
  const ProcessResult result = run_polling(
      command_line(MODLAB_BENCH_PROGRAM, "--dtype f32 --shape 4099 --benchmark_out=" + report), [&](pid_t process) {
        if (interrupted || !catches(process, SIGINT)) return;
        interrupted = true;
        kill(process, SIGINT);
      });
  EXPECT_EQ(result.status, 128 + SIGINT) << result.err;
  EXPECT_TRUE(result.err.ends_with("modlab-bench: interrupted\n")) << result.err;
  EXPECT_TRUE(read_file(report).ends_with("]\n}\n")) << read_file(report);
}

TEST(Bench, MeasuresWhatTheFilterSelects) {
  const ProcessResult result =
      bench("--shape 4099 --dtype f32 --benchmark_filter=floor/.*split --benchmark_format=csv");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(line_count(result.out), 3) << result.out;  // a header and two entries
  EXPECT_TRUE(result.out.starts_with("name,iterations,real_time,")) << result.out;
  EXPECT_NE(result.out.find("\"exact\""), std::string::npos) << result.out;
}

/// Of the entry with the fewest.
double fewest_samples(const std::string& report) {
  const std::regex samples("\"samples\": ([.0-9e+]+)");
  double fewest = std::numeric_limits<double>::infinity();
  for (std::sregex_iterator match(report.begin(), report.end(), samples); match != std::sregex_iterator{}; ++match)
    fewest = std::min(fewest, std::stod((*match)[1]));
  return fewest;
}

TEST(Bench, MeasuresAsThoroughlyAsAsked) {
  // 30, or the 16 after which it gives up where the machine keeps drifting; the precision alone takes 9. Where only a
  // part of the samples drifted, fewer remain, and it is asked again.
  ProcessResult result;
  for (int attempt = 0; attempt < 4; ++attempt) {
    result = bench(
        "--shape 4099 --dtype f32 --benchmark_filter=floor/.*split --benchmark_format=json --precision 50% --rounds 30 "
        "--max-time-per-variant 60s");
    ASSERT_EQ(result.status, 0) << result.err;
    if (fewest_samples(result.out) >= 16) break;
  }
  EXPECT_NE(result.out.find("--precision 50% --min-samples 9 --max-time-per-variant 60s --rounds 30"),
            std::string::npos)
      << result.out;
  EXPECT_GE(fewest_samples(result.out), 16) << result.out;
}

TEST(Bench, AUsersKernelHasEntriesBesideTheStandardOnes) {
  const std::string kernel =
      "--op floor --dtype u8 --shape 4099 --kernel " MODLAB_SOURCE_DIR "/tests/kernel_files/every_type.hlsl";
  const ProcessResult listed = bench(kernel + " --benchmark_list_tests");
  EXPECT_EQ(listed.status, 0) << listed.err;
  EXPECT_NE(listed.out.find("/every_type:WORDS_EACH=1-"), std::string::npos) << listed.out;
  EXPECT_NE(listed.out.find("/raw-b4-x1-t64-group-fixup-"), std::string::npos) << listed.out;
  const ProcessResult result = bench(kernel + " --only-kernel --benchmark_format=csv");
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_EQ(line_count(result.out), 3) << result.out;  // a header and its two variants
  EXPECT_NE(result.out.find("\"exact\""), std::string::npos) << result.out;
}

TEST(Bench, CsvHasTheFiguresOfWhatFollowsAFailure) {
  const ProcessResult result = bench(
      "--op floor --dtype f32 --shape 4099 --only-kernel --benchmark_format=csv "
      "--kernel " MODLAB_SOURCE_DIR
      "/tests/kernel_files/writes_nothing.hlsl "
      "--kernel " MODLAB_SOURCE_DIR "/tests/kernel_files/every_type.hlsl");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(line_count(result.out), 4) << result.out;  // a header, the failure, two variants
  EXPECT_LT(result.out.find("wrong result"), result.out.find("\"exact\"")) << result.out;
}

TEST(Bench, RunsTheWinnersOfAJournal) {
  const ProcessResult result = bench("--tuned " MODLAB_SOURCE_DIR "/results/lavapipe/tune.csv --benchmark_list_tests");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(line_count(result.out), 4) << result.out;  // two workloads, two classes
}

TEST(Bench, HelpExplainsBothSetsOfFlags) {
  const ProcessResult result = bench("--help");
  EXPECT_EQ(result.status, 0);
  for (const char* flag : {"--dtype", "--tuned", "--benchmark_filter", "--benchmark_out"})
    EXPECT_NE(result.out.find(flag), std::string::npos) << flag;
}

}  // namespace
}  // namespace modlab::bench
