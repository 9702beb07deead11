// Runs that are told to end, by Ctrl+C or a batch system.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

#include "kernels/modulus/plan.h"
#include "tests/harness/cli/sweep.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

using testing::HasSubstr;

/// Runs the sweep until it has rows, then calls `interrupt` once with the process and its worker.
ProcessResult run_interrupted(const std::string& words, const std::string& path,
                              const std::function<void(pid_t process, pid_t worker)>& interrupt) {
  bool interrupted = false;
  const ProcessResult result = run_polling(command_line(words + " --out " + path), [&](pid_t process) {
    if (interrupted || !has_rows(path, 3)()) return;
    interrupted = true;
    interrupt(process, child_of(process));
  });
  EXPECT_TRUE(interrupted) << result.err;
  return result;
}

void expect_order(const ProcessResult& result, int signal, const std::string& path) {
  EXPECT_EQ(result.status, 128 + signal) << result.out << result.err;
  EXPECT_EQ(result.err,
            "modlab: interrupted; what is finished is kept, and the same call with --resume " + path + " continues\n");
  EXPECT_FALSE(std::filesystem::exists(path + ".lock"));
  const store::JournalText journal = store::read_journal(path);
  EXPECT_EQ(journal.damaged_bytes, 0u);
  for (const store::Row& row : journal.rows) EXPECT_EQ(row.status, "ok") << row.detail;
}

TEST(Interrupt, EndsARunInOrderWithoutItsWorker) {
  const TemporaryFolder folder;
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string path = (folder / (std::to_string(signal) + ".csv")).string();
    pid_t worker = 0;
    const ProcessResult result = run_interrupted(kFew, path, [&](pid_t process, pid_t child) {
      worker = child;
      for (int i = 0; i < 2; ++i) kill(process, signal);  // as `timeout` does
    });
    expect_order(result, signal, path);
    ASSERT_NE(worker, 0);
    EXPECT_NE(kill(worker, 0), 0) << "the worker still runs";
    const ProcessResult resumed = modlab(kFew + " --resume " + path);
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_EQ(variants_in(path), variants_of(kFew));
  }
}

TEST(Interrupt, EndsARunInOrderInProcess) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  expect_order(run_interrupted(kFew + " --in-process", path, [](pid_t process, pid_t) { kill(process, SIGINT); }),
               SIGINT, path);
}

TEST(Interrupt, OfTheWorkerTooLeavesNoCrashedRow) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const ProcessResult result = run_interrupted(kFew, path, [](pid_t process, pid_t worker) {
    kill(worker, SIGINT);  // as a terminal does
    kill(process, SIGINT);
  });
  expect_order(result, SIGINT, path);
}

TEST(Interrupt, DoesNotWaitForAWorkerThatIsStuck) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const ProcessResult result = run_interrupted(kFew, path, [](pid_t process, pid_t worker) {
    kill(worker, SIGSTOP);
    kill(process, SIGTERM);
  });
  expect_order(result, SIGTERM, path);
}

TEST(Interrupt, EndsVerifyInOrder) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const ProcessResult result =
      run_interrupted("verify --dtype all", path, [](pid_t process, pid_t) { kill(process, SIGINT); });
  EXPECT_EQ(result.status, 128 + SIGINT) << result.err;
  EXPECT_THAT(result.err, HasSubstr("--resume " + path));
  EXPECT_GT(store::read_journal(path).rows.size(), 2u);
}

TEST(Interrupt, DoesNotWaitForAKernelThatHangs) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  const auto start = std::chrono::steady_clock::now();
  bool interrupted = false;
  const auto call = command_line("verify --op floor --dtype f32 --shape 4096 --only-kernel --kernel " MODLAB_SOURCE_DIR
                                 "/tests/kernel_files/hangs.hlsl --out " +
                                 path);
  const ProcessResult result = run_polling(call, [&](pid_t process) {
    if (interrupted || std::chrono::steady_clock::now() < start + std::chrono::seconds(3)) return;
    interrupted = true;
    kill(process, SIGTERM);
  });
  EXPECT_TRUE(interrupted);
  expect_order(result, SIGTERM, path);
}

}  // namespace
}  // namespace modlab::cli
