#include "harness/system/append_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <iterator>
#include <string>

#include "harness/system/file.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

using testing::EndsWith;

std::string refusal(const std::function<void()>& write) {
  try {
    write();
    return "written";
  } catch (const WriteFailure& failure) {
    return std::string("failure: ") + failure.what();
  } catch (const Error& error) {
    return std::string("wrong call: ") + error.what();
  }
}

TEST(AppendFile, GrowsFromNothingOrFromItsEnd) {
  const TemporaryFolder folder;
  {
    AppendFile file(folder / "file", AppendFile::Start::empty);
    file.append("one ");
    file.append(std::string("\0\r\n", 3));
    EXPECT_EQ(read_file(folder / "file").size(), 7u) << "others see it at once";
    file.sync();
  }
  AppendFile(folder / "file", AppendFile::Start::at_end).append("two");
  EXPECT_EQ(read_file(folder / "file"), std::string("one \0\r\ntwo", 10));
  AppendFile(folder / "file", AppendFile::Start::empty).append("three");
  EXPECT_EQ(read_file(folder / "file"), "three");
}

TEST(AppendFile, IsCreatedWhereThereIsNone) {
  const TemporaryFolder folder;
  ASSERT_TRUE(AppendFile::try_create(folder / "file"));
  AppendFile(folder / "file", AppendFile::Start::at_end).append("text");
  EXPECT_FALSE(AppendFile::try_create(folder / "file"));
  EXPECT_EQ(read_file(folder / "file"), "text");
  EXPECT_THROW(AppendFile::try_create(folder / "nowhere" / "file"), Error);
}

TEST(AppendFile, AppendsAllOrNothingAndSaysWhy) {
  const TemporaryFolder folder;
  AppendFile file(folder / "file", AppendFile::Start::empty);
  file.append("before");
  {
    const FileSizeLimit limit(100);
    EXPECT_THAT(refusal([&] { file.append(std::string(200, 'x')); }),
                EndsWith("file: cannot be written: File too large"));
  }
  EXPECT_EQ(read_file(folder / "file"), "before");
  file.append(" and after");
  EXPECT_EQ(read_file(folder / "file"), "before and after");
}

TEST(AppendFile, AFullDiskIsAFailureAndAMissingFolderAWrongCall) {
  const TemporaryFolder folder;
  AppendFile full("/dev/full", AppendFile::Start::at_end);
  EXPECT_EQ(refusal([&] { full.append("x"); }), "failure: /dev/full: cannot be written: No space left on device");
  for (const auto& path : {folder / "nowhere" / "file", folder / "."})
    EXPECT_THAT(refusal([&] { AppendFile(path, AppendFile::Start::empty); }), testing::StartsWith("wrong call: "))
        << path;
}

TEST(AppendFile, SyncingIsCounted) {
  const TemporaryFolder folder;
  AppendFile file(folder / "file", AppendFile::Start::empty);
  file.append("text");
  const auto before = time_spent_syncing();
  file.sync();
  const auto after_file = time_spent_syncing();
  sync_folder(folder / ".");
  EXPECT_GT(after_file, before);
  EXPECT_GT(time_spent_syncing(), after_file);
}

TEST(ReplaceFile, ThatFailsLeavesTheOldFileAndNamesIt) {
  const TemporaryFolder folder;
  replace_file(folder / "file", "old");
  {
    const FileSizeLimit limit(100);
    EXPECT_EQ(refusal([&] { replace_file(folder / "file", std::string(200, 'x')); }),
              "failure: " + (folder / "file").string() + ": cannot be written: File too large");
  }
  EXPECT_EQ(read_file(folder / "file"), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "."), {}), 1) << "nothing else is left";
}

}  // namespace
}  // namespace modlab
