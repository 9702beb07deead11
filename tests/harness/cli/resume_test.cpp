// Runs that are stopped, disturbed or split, as a user meets them.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"
#include "harness/system/file.h"
#include "kernels/modulus/plan.h"
#include "tests/harness/cli/sweep.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

TEST(Resume, TheContextKeepsTheWordsOfTheCommandLineWhole) {
  const TemporaryFolder folder;
  const std::string path = (folder / "my runs/run.csv").string();
  std::vector<std::string> words =
      command_line("measure --shape 64 --variant raw-b4-x1-t64-group-split-root-d3dcompile-5.1 --out");
  words.push_back(path);
  const ProcessResult result = run_process(words);
  ASSERT_EQ(result.status, 0) << result.err;
  words.front() = "modlab";
  EXPECT_EQ(store::read_context(path).command, words);
}

TEST(Resume, TwentyKillsLoseNoFinishedRow) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  std::mt19937 random(20);
  std::map<std::uint64_t, std::string> finished;  // by row: when it was
  for (int i = 0; i < 20; ++i) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(50 + random() % 1500);
    const ProcessResult killed = run_and_kill(command_line(kSweep + " --resume " + path),
                                              [&] { return std::chrono::steady_clock::now() > end; });
    ASSERT_TRUE(killed.status == -9 || killed.status == 0) << killed.err;
    if (!std::filesystem::exists(path) || read_file(path).empty()) continue;
    for (const store::Row& row : store::read_journal(path).rows) finished.emplace(row.row, row.utc + row.variant);
  }
  const ProcessResult result = modlab(kSweep + " --resume " + path);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(variants_in(path), variants_of(kSweep));
  const std::vector<store::Row> rows = store::read_journal(path).rows;
  for (const auto& [row, text] : finished) EXPECT_EQ(rows.at(row - 1).utc + rows.at(row - 1).variant, text);
  EXPECT_GT(store::read_context(path).resumed.size(), 0u);

  // Every measured row has its samples, and each of them once.
  std::set<std::tuple<std::uint64_t, std::string, std::uint64_t>> samples;
  std::set<std::uint64_t> sampled;
  for (const store::Sample& sample : store::read_samples(path)) {
    EXPECT_TRUE(samples.emplace(sample.row, sample.phase, sample.index).second) << sample.row << sample.phase;
    sampled.insert(sample.row);
  }
  for (const store::Row& row : rows) EXPECT_EQ(sampled.contains(row.row), row.median_ns.has_value()) << row.row;
}

TEST(Resume, ATornLineIsRepairedAndReported) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const ProcessResult killed = run_and_kill(command_line(kFew + " --out " + path), has_rows(path, 4));
  ASSERT_EQ(killed.status, -9) << killed.err;
  const std::size_t rows = store::read_journal(path).rows.size();
  std::ofstream(path, std::ios::app) << "run,99,2026-11-1";
  const ProcessResult result = modlab(kFew + " --resume " + path);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "modlab: " + path + ": the last 16 bytes are incomplete or damaged and were removed\n");
  EXPECT_EQ(variants_in(path), variants_of(kFew));
  EXPECT_GT(variants_in(path).size(), rows);
}

class DamagedRun : public testing::Test {
 protected:
  DamagedRun() {
    const std::filesystem::path whole = MODLAB_SOURCE_DIR "/results/lavapipe/tune.csv";
    std::filesystem::copy_file(whole, path_);
    std::filesystem::copy_file(store::context_path(whole), store::context_path(path_));
  }

  void append(const std::string& text) const { std::ofstream(path_, std::ios::app | std::ios::binary) << text; }

  TemporaryFolder folder_;
  std::string path_ = (folder_ / "run.csv").string();
};

TEST_F(DamagedRun, IsSummarizedUpToItsLastWholeRow) {
  const ProcessResult whole = modlab("summary " + path_);
  ASSERT_EQ(whole.status, 0) << whole.err;
  EXPECT_EQ(whole.err, "");
  for (const std::string& end : {std::string(8, '\0'), std::string("x,y,\"z")}) {
    const std::string text = read_file(path_);
    append(end);
    const ProcessResult result = modlab("summary " + path_);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.out, whole.out);
    EXPECT_EQ(result.err, "modlab: " + path_ + ": the last " + std::to_string(end.size()) +
                              " bytes are incomplete or damaged and were ignored\n");
    replace_file(path_, text);
  }
}

TEST_F(DamagedRun, IsRefusedWhereWholeRowsFollowTheDamage) {
  const std::string text = read_file(path_);
  const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  append(std::string(8, '\0') + "\n" + last);
  const ProcessResult result = modlab("summary " + path_);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "modlab: " + path_ + ": line " + std::to_string(line_count(text) + 1) + ": not CSV\n");
}

TEST_F(DamagedRun, IsSummarizedByItsRowsWhereTheContextIsLost) {
  replace_file(store::context_path(path_), std::string(4096, '\0'));
  const ProcessResult result = modlab("summary " + path_);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "modlab: " + store::context_path(path_).string() +
                            ": is empty, as a power cut may leave it; the rows are in " + path_ + "\n");
  EXPECT_NE(result.out.find(store::read_journal(path_).rows.front().variant.substr(0, 3)), std::string::npos)
      << result.out;
}

TEST(Resume, ASecondProcessOnOneJournalIsRefused) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  bool tried = false;
  static_cast<void>(run_and_kill(command_line(kSweep + " --out " + path), [&] {
    if (!has_rows(path, 1)()) return false;
    const ProcessResult second = modlab(kSweep + " --resume " + path);
    EXPECT_EQ(second.status, 2);
    EXPECT_EQ(second.err, "modlab: " + path + ": another process is writing it\n");
    tried = true;
    return true;
  }));
  EXPECT_TRUE(tried);
}

TEST(Resume, AnotherRunIsRefused) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const ProcessResult killed = run_and_kill(command_line(kFew + " --out " + path), has_rows(path, 1));
  ASSERT_EQ(killed.status, -9) << killed.err;
  const std::string text = read_file(path);
  for (const char* other :
       {" --where binding=root", " --data-set wide", " --shard 0/2", " --mode overlap", " --mode cold --cache-mib 1"}) {
    const ProcessResult result = modlab(kFew + other + " --resume " + path);
    EXPECT_EQ(result.status, 2) << other;
    EXPECT_NE(result.err.find("was run with"), std::string::npos) << result.err;
    EXPECT_EQ(line_count(result.err), 1u) << result.err;
  }
  EXPECT_EQ(read_file(path), text);
}

TEST(Resume, RowsWithoutTheirContextAreRefused) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  std::filesystem::copy_file(MODLAB_SOURCE_DIR "/results/lavapipe/tune.csv", path);
  const std::string text = read_file(path);
  for (const char* call : {"tune", "verify"}) {
    const ProcessResult result =
        modlab(std::string(call) + " --op floor --dtype f32 --shape 64 --seed 7 --resume " + path);
    EXPECT_EQ(result.status, 2) << call;
    EXPECT_EQ(result.err.find("modlab: " + store::context_path(path).string() + ": is not there"), 0u) << result.err;
    EXPECT_EQ(line_count(result.err), 1u) << result.err;
    EXPECT_EQ(store::read_journal(path).rows.size(), line_count(text) - 1);
    EXPECT_FALSE(std::filesystem::exists(store::context_path(path)));
  }
}

TEST(Isolation, AWorkerThatIsKilledCostsOneRowAtMost) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  bool killed = false;
  // However fast or slow the device, the search is still under way when the worker is killed.
  const std::string call = "tune --op floor --shape 65536 --strategy random --budget 8e --out " + path;
  std::size_t rows_before = 0;
  const ProcessResult result = run_polling(command_line(call), [&](pid_t process) {
    if (killed || !has_rows(path, 3)()) return;
    rows_before = line_count(read_file(path)) - 1;
    killed = kill(child_of(process), SIGKILL) == 0;
  });
  ASSERT_EQ(result.status, 0) << result.err;
  ASSERT_TRUE(killed);
  const std::vector<store::Row> rows = store::read_journal(path).rows;
  const auto ok = static_cast<std::size_t>(std::ranges::count(rows, "ok", &store::Row::status));
  EXPECT_GT(ok, rows_before) << "the search went on";
  EXPECT_LE(rows.size() - ok, 1u) << "none where another kernel was being prepared: then the variant gets a second try";
  for (const store::Row& row : rows) {
    if (row.status == "ok") continue;
    EXPECT_EQ(row.status, "crashed");
    EXPECT_EQ(row.detail, "its process was killed by signal 9 (Killed)");
  }
}

TEST(Isolation, NothingIsLeftBehindWhenTheRunIsKilled) {
  const TemporaryFolder folder;
  for (const bool stuck : {false, true}) {
    const std::string path = (folder / (stuck ? "stuck.csv" : "run.csv")).string();
    pid_t worker = 0;
    static_cast<void>(run_polling(command_line(kFew + " --out " + path), [&](pid_t process) {
      if (worker != 0 || !has_rows(path, 2)()) return;
      worker = child_of(process);
      if (stuck) kill(worker, SIGSTOP);
      kill(process, SIGKILL);
    }));
    ASSERT_NE(worker, 0);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (kill(worker, 0) == 0 && std::chrono::steady_clock::now() < end) {
      std::ifstream stat("/proc/" + std::to_string(worker) + "/stat");
      std::string pid, name, state;
      stat >> pid >> name >> state;
      if (state == "Z") break;  // dead, and nobody has asked for its status yet
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_LT(std::chrono::steady_clock::now(), end) << "the worker still " << (stuck ? "waits" : "runs");
  }
}

TEST(Isolation, InProcessGivesTheSameRows) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const ProcessResult result = modlab(kFew + " --in-process --out " + path);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(variants_in(path), variants_of(kFew));
}

TEST(Shards, MakeTheWhole) {
  const TemporaryFolder folder;
  std::set<std::string> all;
  std::size_t rows = 0;
  for (const char* shard : {"0/3", "1/3", "2/3"}) {
    const std::string path = (folder / (std::string("run") + shard[0] + ".csv")).string();
    const ProcessResult result = modlab(kFew + " --shard " + shard + " --out " + path);
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find("`modlab merge` joins the shards"), std::string::npos) << result.out;
    const std::set<std::string> part = variants_in(path);
    rows += part.size();
    all.insert(part.begin(), part.end());
  }
  EXPECT_EQ(all, variants_of(kFew));
  EXPECT_EQ(rows, all.size());
}

}  // namespace
}  // namespace modlab::cli
