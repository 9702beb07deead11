#include "harness/system/file_watch.h"

#include <gtest/gtest.h>

#include <chrono>

#include "harness/system/file.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

TEST(FileWatch, NoticesAFileThatIsWrittenOnceNobodyWritesAnyMore) {
  const TemporaryFolder folder;
  const auto file = folder / "kernel.hlsl";
  replace_file(file, "one");
  FileWatch watch;
  watch.add(file);
  EXPECT_FALSE(watch.has_changed());
  replace_file(file, "three");
  EXPECT_FALSE(watch.has_changed()) << "perhaps there is more to come";
  EXPECT_TRUE(watch.has_changed());
  EXPECT_EQ(watch.changed_at(), std::filesystem::last_write_time(file));
  watch.mark();
  EXPECT_FALSE(watch.has_changed());
}

TEST(FileWatch, NoticesTheSameSizeAtAnotherTimeAndAFileThatGoesAndComes) {
  const TemporaryFolder folder;
  const auto file = folder / "kernel.hlsl";
  replace_file(file, "one");
  FileWatch watch;
  watch.add(folder / "missing");
  watch.add(file);
  std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(1));
  static_cast<void>(watch.has_changed());
  EXPECT_TRUE(watch.has_changed());
  watch.mark();
  std::filesystem::remove(file);
  static_cast<void>(watch.has_changed());
  EXPECT_TRUE(watch.has_changed());
  EXPECT_FALSE(watch.changed_at());
  watch.mark();
  replace_file(folder / "missing", "");
  static_cast<void>(watch.has_changed());
  EXPECT_TRUE(watch.has_changed());
}

TEST(FileWatch, AFileAddedAgainIsStillTheOneItWas) {
  const TemporaryFolder folder;
  const auto file = folder / "kernel.hlsl";
  replace_file(file, "one");
  FileWatch watch;
  watch.add(file);
  replace_file(file, "three");
  watch.add(file);
  static_cast<void>(watch.has_changed());
  EXPECT_TRUE(watch.has_changed());
}

}  // namespace
}  // namespace modlab
