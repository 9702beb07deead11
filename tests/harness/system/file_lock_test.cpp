#include "harness/system/file_lock.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <thread>

#include "harness/system/interrupt.h"
#include "kernels/error.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

TEST(FileLock, OnlyOneHasIt) {
  const TemporaryFolder folder;
  auto first = FileLock::try_take(folder / "file");
  ASSERT_TRUE(first);
  EXPECT_FALSE(FileLock::try_take(folder / "file"));
  EXPECT_TRUE(FileLock::try_take(folder / "other"));
  first.reset();
  EXPECT_TRUE(FileLock::try_take(folder / "file"));
}

TEST(FileLock, IsWaitedForAsLongAsAsked) {
  const TemporaryFolder folder;
  std::optional<FileLock> first = FileLock::take(folder / "file");
  EXPECT_FALSE(FileLock::try_take(folder / "file", std::chrono::milliseconds(30)));
  std::jthread holder([&] { first.reset(); });
  EXPECT_TRUE(FileLock::try_take(folder / "file", std::chrono::hours(1)));
}

TEST(FileLockDeathTest, AnInterruptEndsTheWait) {
  const TemporaryFolder folder;
  EXPECT_EXIT(
      {
        note_interrupts();
        const FileLock first = FileLock::take(folder / "file");
        std::raise(SIGINT);
        try {
          FileLock::try_take(folder / "file", std::chrono::hours(1));
        } catch (const Interrupted& interrupted) {
          std::_Exit(interrupted.signal);
        }
      },
      testing::ExitedWithCode(SIGINT), "");
}

TEST(FileLock, LeavesNothingBehind) {
  const TemporaryFolder folder;
  FileLock::take(folder / "file");
  EXPECT_FALSE(std::filesystem::exists(folder / "file.lock"));
}

TEST(FileLock, SaysSoWhereItCannotBeMade) {
  const TemporaryFolder folder;
  EXPECT_THROW(FileLock::try_take(folder / "nowhere" / "file"), Error);
}

}  // namespace
}  // namespace modlab
