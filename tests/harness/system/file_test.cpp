#include "harness/system/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "harness/system/file_failure.h"
#include "harness/system/file_reader.h"
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

TEST(ReplaceFile, ReplacesWhatLinksLeadToAndKeepsThem) {
  namespace fs = std::filesystem;
  TemporaryFolder folder;
  fs::create_directories(folder / "deep");
  fs::create_symlink("deep/second", folder / "first");
  fs::create_symlink(folder / "target", folder / "deep" / "second");
  for (const std::string text : {"of a target that was not there yet", "of one that is"}) {
    replace_file(folder / "first", text);
    EXPECT_EQ(read_file(folder / "target"), text);
    EXPECT_TRUE(fs::is_symlink(folder / "first") && fs::is_symlink(folder / "deep" / "second"));
  }
  EXPECT_EQ(files_in(folder / ".") + files_in(folder / "deep"), 4) << "nothing else is left";
  fs::create_symlink("circle", folder / "circle");
  EXPECT_THROW(replace_file(folder / "circle", "text"), Error);
  EXPECT_THROW(check_replaceable(folder / "circle"), Error);
}

TEST(SameFile, IsKnownByWhatItIsAndNotByItsName) {
  namespace fs = std::filesystem;
  TemporaryFolder folder;
  fs::create_directories(folder / "deep");
  replace_file(folder / "file", "text");
  replace_file(folder / "other", "text");
  fs::create_hard_link(folder / "file", folder / "hard");
  fs::create_symlink("file", folder / "link");
  fs::create_symlink("new", folder / "dangling");
  fs::create_symlink(".", folder / "here");
  for (const char* name : {"file", "./file", "deep/../file", "here/file", "hard", "link"})
    EXPECT_TRUE(is_same_file(folder / "file", folder / name)) << name;
  for (const char* name : {"new", "./new", "here/new", "dangling"})
    EXPECT_TRUE(is_same_file(folder / "new", folder / name)) << name;
  EXPECT_TRUE(is_same_file("of-this-folder", fs::current_path() / "of-this-folder"));
  for (const char* name : {"other", "new", "deep/file", "dangling"})
    EXPECT_FALSE(is_same_file(folder / "file", folder / name)) << name;
}

TEST(ReplaceFile, WritesToPipesAndDevicesAndLeavesThemWhatTheyAre) {
  TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  std::filesystem::create_symlink("pipe", folder / "link");
  check_replaceable(folder / "link");
  replace_file(folder / "link", "text");
  std::array<char, 10> read_back{};
  EXPECT_EQ(read(reader, read_back.data(), read_back.size()), 4);
  close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));

  const auto null = folder / "null";
  if (mknod(null.c_str(), S_IFCHR | 0600, makedev(1, 3)) != 0) return;  // only root may
  try {
    replace_file(null, "text");
  } catch (const Error&) {
    // On a file system without devices.
  }
  EXPECT_TRUE(std::filesystem::is_character_file(null));
}

TEST(ReadFile, OfWhatIsNoFileIsAnError) {
  TemporaryFolder folder;
  EXPECT_THROW(read_file(folder / "nowhere"), Error);
  EXPECT_THROW(read_file(folder / "."), Error);
  EXPECT_FALSE(try_read_file(folder / "nowhere"));
  EXPECT_FALSE(try_read_file(folder / "."));
}

TEST(FileReader, TellsItsEndFromWhatItLacks) {
  TemporaryFolder folder;
  replace_file(folder / "file", "one\n\ntwo");
  FileReader lines(folder / "file");
  std::string line;
  std::vector<std::string> all;
  while (lines.read_line(line)) all.push_back(line);
  EXPECT_EQ(all, (std::vector<std::string>{"one\n", "\n", "two"}));

  FileReader cut(folder / "file");
  std::filesystem::resize_file(folder / "file", 3);
  EXPECT_THROW(cut.read_line(line), ReadFailure);
  EXPECT_FALSE(FileReader::open_if_there(folder / "nowhere"));
  EXPECT_THROW(FileReader::open_if_there(folder / "file" / "below"), Error);
  EXPECT_GT(read_file("/proc/self/status").size(), 100u) << "a file without a size";
}

TEST(FileReader, DoesNotWaitForAPipe) {
  TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(read_file(folder / "pipe"), Error);
  EXPECT_THROW(read_if_there(folder / "pipe"), Error);
  EXPECT_THROW(read_file("/dev/zero"), Error);
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

TEST(CheckReplaceable, FindsOutWithoutATrace) {
  TemporaryFolder folder;
  EXPECT_NO_THROW(check_replaceable(folder / "file"));
  EXPECT_THROW(check_replaceable(folder / "."), Error);
  EXPECT_THROW(check_replaceable(folder / "nowhere" / "file"), Error);
  EXPECT_THROW(check_replaceable("/proc/file"), Error);
  EXPECT_NO_THROW(check_creatable(folder / "nowhere" / "deeper" / "file"));
  EXPECT_THROW(check_creatable("/proc/nowhere/file"), Error);
  EXPECT_EQ(files_in(folder / ""), 0);
  replace_file(folder / "file", "text");
  EXPECT_NO_THROW(check_replaceable(folder / "file"));
  EXPECT_THROW(check_creatable(folder / "file" / "below"), Error);
  EXPECT_EQ(read_file(folder / "file"), "text");
}

}  // namespace
}  // namespace modlab
