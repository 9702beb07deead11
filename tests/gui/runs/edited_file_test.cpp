#include "gui/runs/edited_file.h"

#include <gtest/gtest.h>

#include <chrono>

#include "harness/system/file.h"
#include "kernels/error.h"
#include "tests/support/temporary_folder.h"

namespace modlab::gui {
namespace {

class EditedFileTest : public testing::Test {
 protected:
  void SetUp() override {
    replace_file(path_, "one");
    file_.open(path_);
    EXPECT_FALSE(file_.poll());
  }

  /// Another program saves, at a time of its own.
  void write_elsewhere(const std::string& text) {
    const auto before = std::filesystem::last_write_time(path_);
    replace_file(path_, text);
    std::filesystem::last_write_time(path_, before + std::chrono::seconds(1));
  }

  /// Whether the file was written, once it is still.
  bool poll() {
    const bool at_once = file_.poll();
    return file_.poll() || at_once;
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "mine.hlsl";
  EditedFile file_;
};

TEST_F(EditedFileTest, TakesOverWhatOthersWrite) {
  const auto generation = file_.generation();
  write_elsewhere("two");
  EXPECT_TRUE(poll());
  EXPECT_EQ(file_.text(), "two");
  EXPECT_FALSE(file_.is_modified());
  EXPECT_GT(file_.generation(), generation);
  EXPECT_FALSE(poll());
}

TEST_F(EditedFileTest, SavesAndSaysSoOnce) {
  file_.text() += " and more";
  EXPECT_TRUE(file_.is_modified());
  EXPECT_FALSE(poll());
  file_.save();
  EXPECT_EQ(read_file(path_), "one and more");
  EXPECT_FALSE(file_.is_modified());
  EXPECT_TRUE(poll());
  EXPECT_FALSE(poll());
}

TEST_F(EditedFileTest, SavesWhatALinkLeadsTo) {
  std::filesystem::create_symlink(path_, folder_ / "link.hlsl");
  file_.open(folder_ / "link.hlsl");
  file_.text() = "by the link";
  file_.save();
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link.hlsl"));
  EXPECT_EQ(read_file(path_), "by the link");
}

TEST_F(EditedFileTest, LeavesTheChoiceToTheUserWhereBothChanged) {
  file_.text() = "mine";
  write_elsewhere("theirs");
  EXPECT_TRUE(poll());
  EXPECT_TRUE(file_.conflicts());
  EXPECT_EQ(file_.text(), "mine");
  file_.reload();
  EXPECT_EQ(file_.text(), "theirs");
  EXPECT_FALSE(file_.conflicts());

  file_.text() = "mine";
  write_elsewhere("theirs again");
  EXPECT_TRUE(poll());
  file_.save();
  EXPECT_FALSE(file_.conflicts());
  EXPECT_EQ(read_file(path_), "mine");
}

TEST_F(EditedFileTest, KeepsWhatItHasWhereAnotherFileCannotBeRead) {
  EXPECT_THROW(file_.open(folder_ / "nothing"), Error);
  EXPECT_EQ(file_.path(), path_);
  EXPECT_EQ(file_.text(), "one");
  std::filesystem::remove(path_);
  EXPECT_TRUE(poll());
  EXPECT_EQ(file_.text(), "one");
}

}  // namespace
}  // namespace modlab::gui
