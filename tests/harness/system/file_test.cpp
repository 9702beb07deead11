#include "harness/system/file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "kernels/error.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

std::ptrdiff_t files_in(const std::filesystem::path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

TEST(ReplaceFile, ReadsBackWhateverTheBytes) {
  TemporaryFolder folder;
  const std::string content("a\0b\r\n\xff", 6);
  replace_file(folder / "file", content);
  EXPECT_EQ(read_file(folder / "file"), content);
  replace_file(folder / "file", "");
  EXPECT_EQ(read_file(folder / "file"), "");
  EXPECT_EQ(files_in(folder / "."), 1) << "nothing else is left";
}

TEST(ReplaceFile, ReadersSeeTheOldContentOrTheNewWhileSeveralWrite) {
  TemporaryFolder folder;
  const std::string one(100'000, '1');
  const std::string two(200'000, '2');
  replace_file(folder / "file", one);
  {
    std::vector<std::jthread> writers;
    for (const std::string* content : {&one, &two})
      writers.emplace_back([&folder, content] {
        for (int i = 0; i < 50; ++i) replace_file(folder / "file", *content);
      });
    for (int i = 0; i < 200; ++i) {
      const std::string content = read_file(folder / "file");
      ASSERT_TRUE(content == one || content == two) << content.size();
    }
  }
  EXPECT_EQ(files_in(folder / "."), 1);
}

TEST(ReplaceFile, SaysSoWhereItCannot) {
  TemporaryFolder folder;
  EXPECT_THROW(replace_file(folder / "nowhere" / "file", "text"), Error);
  std::filesystem::create_directories(folder / "folder" / "full");
  EXPECT_THROW(replace_file(folder / "folder", "text"), Error);
  EXPECT_EQ(files_in(folder / "."), 1) << "what could not be put in place is removed";
}

TEST(ReadFile, OfWhatIsNoFileIsAnError) {
  TemporaryFolder folder;
  EXPECT_THROW(read_file(folder / "nowhere"), Error);
  EXPECT_THROW(read_file(folder / "."), Error);
  EXPECT_FALSE(try_read_file(folder / "nowhere"));
  EXPECT_FALSE(try_read_file(folder / "."));
}

TEST(ReadText, LeavesOutAByteOrderMark) {
  TemporaryFolder folder;
  for (const std::string text : {"", "text", "\xef\xbb", "a\xef\xbb\xbf"}) {
    replace_file(folder / "file", text);
    EXPECT_EQ(read_text(folder / "file"), text);
    replace_file(folder / "file", "\xef\xbb\xbf" + text);
    EXPECT_EQ(read_text(folder / "file"), text);
  }
}

TEST(EntriesOf, AreAllThatIsInAFolder) {
  TemporaryFolder folder;
  replace_file(folder / "für π", "");
  std::filesystem::create_directories(folder / "sub" / "deeper");
  std::vector<std::filesystem::path> entries = entries_of(folder / "");
  std::ranges::sort(entries);
  EXPECT_EQ(entries, (std::vector{folder / "für π", folder / "sub"}));
  EXPECT_TRUE(entries_of(folder / "nowhere").empty());
  EXPECT_TRUE(entries_of(folder / "für π").empty());
}

TEST(CanCreateFilesIn, IsFoundOutWithoutATrace) {
  TemporaryFolder folder;
  EXPECT_TRUE(can_create_files_in(folder / ""));
  EXPECT_EQ(files_in(folder / ""), 0);
  EXPECT_FALSE(can_create_files_in(folder / "nowhere"));
  EXPECT_FALSE(can_create_files_in("/proc"));
}

}  // namespace
}  // namespace modlab
