// Runs whose files can no longer be written: the disk is full, a limit is reached, the folder has become read-only.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "harness/store/run_context.h"
#include "kernels/modulus/plan.h"
#include "tests/harness/cli/sweep.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

using testing::MatchesRegex;

/// Few rows, soon compared. Their journal alone has more than 4 KiB, however few samples a quiet machine needs.
const std::string kQuick = kFew + " --rounds 2 --precision 20% --min-samples 40";

/// One line that names the file and the reason, status 1, and everything before it intact.
void expect_failure(const ProcessResult& result, const std::string& path, const std::string& reason) {
  EXPECT_EQ(result.status, 1) << result.out << result.err;
  EXPECT_EQ(line_count(result.err), 1u) << result.err;
  EXPECT_THAT(result.err,
              MatchesRegex("modlab: .*/run\\.(csv|json|samples\\.csv): cannot be written: " + reason +
                           "; what is finished is kept, and the same call with --resume " + path + " continues\n"));
  EXPECT_EQ(store::read_journal(path).damaged_bytes, 0u);
  EXPECT_GT(store::read_journal(path).rows.size(), 1u);
  EXPECT_NO_THROW(store::read_context(path));
  EXPECT_EQ(modlab("summary " + path).status, 0);
}

void expect_resumed(const std::string& path) {
  const std::vector<store::Row> before = store::read_journal(path).rows;
  const ProcessResult result = modlab(kQuick + " --resume " + path);
  ASSERT_EQ(result.status, 0) << result.err;
  const std::vector<store::Row> after = store::read_journal(path).rows;
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(before[i].utc + before[i].variant, after.at(i).utc + after.at(i).variant);
  EXPECT_EQ(variants_in(path), variants_of(kFew));
}

TEST(WriteFailure, ALimitOfFileSizeEndsTheRunInOrder) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  std::string limited = "ulimit -f 4; exec";  // KiB
  for (const std::string& word : command_line(kQuick + " --out " + path)) limited += " " + word;
  expect_failure(run_process({"/bin/bash", "-c", limited}), path, "File too large");
  expect_resumed(path);
}

/// A file system that only this process and its children see, so that none is left behind if they are killed; `mounted`
/// is false where this process may not have one.
class SmallDisk {
 public:
  SmallDisk(std::filesystem::path folder, const char* size) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
    mounted = unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
              mount("none", folder_.c_str(), "tmpfs", 0, size) == 0;
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (mounted) umount2(folder_.c_str(), MNT_DETACH);
  }

  void resize(const char* size) const { ASSERT_EQ(mount("none", folder_.c_str(), "tmpfs", MS_REMOUNT, size), 0); }

  bool mounted = false;

 private:
  std::filesystem::path folder_;
};

TEST(WriteFailure, AFullDiskEndsTheRunInOrder) {
  const TemporaryFolder folder;
  // A page for each of the three files, and one to replace the context: the first row fits, however slow the machine.
  const SmallDisk disk(folder / "disk", "size=16k");
  if (!disk.mounted) GTEST_SKIP() << "no permission to mount";
  const std::string path = (folder / "disk" / "run.csv").string();
  expect_failure(modlab(kQuick + " --out " + path), path, "No space left on device");
  disk.resize("size=16m");
  expect_resumed(path);
}

/// While it lives, nothing can be created in the folder, even by root; `bound` is false where the system cannot.
class ReadOnlyFolder {
 public:
  explicit ReadOnlyFolder(std::filesystem::path folder) : folder_(std::move(folder)) { bound = set(true); }
  ReadOnlyFolder(const ReadOnlyFolder&) = delete;
  ReadOnlyFolder& operator=(const ReadOnlyFolder&) = delete;
  ~ReadOnlyFolder() { static_cast<void>(set(false)); }

  bool bound;

 private:
  [[nodiscard]] bool set(bool read_only) const {
    if (geteuid() != 0) return chmod(folder_.c_str(), read_only ? 0555 : 0755) == 0;
    const int opened = open(folder_.c_str(), O_RDONLY | O_DIRECTORY);
    int flags = 0;
    bool done = ioctl(opened, FS_IOC_GETFLAGS, &flags) == 0;
    flags = read_only ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
    done = done && ioctl(opened, FS_IOC_SETFLAGS, &flags) == 0;
    close(opened);
    return done;
  }

  std::filesystem::path folder_;
};

TEST(WriteFailure, AFolderThatBecomesReadOnlyEndsTheRunInOrder) {
  const TemporaryFolder folder;
  const std::string path = (folder / "run.csv").string();
  std::optional<ReadOnlyFolder> read_only;
  const ProcessResult result = run_polling(command_line(kQuick + " --out " + path), [&](pid_t process) {
    if (read_only || !has_rows(path, 4)()) return;
    read_only.emplace(folder / ".");
    if (!read_only->bound) kill(process, SIGKILL);
  });
  ASSERT_TRUE(read_only);
  if (!read_only->bound) GTEST_SKIP() << "no folder here can be made read-only for this user";
  expect_failure(result, path, "(Operation not permitted|Permission denied)");
  read_only.reset();
  expect_resumed(path);
}

}  // namespace
}  // namespace modlab::cli
