#include "harness/system/file_lock.h"

#include <gtest/gtest.h>

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
