#include "harness/store/results_folder.h"

#include <gtest/gtest.h>

#include "harness/system/scoped_variable.h"
#include "tests/support/temporary_folder.h"

namespace modlab::store {
namespace {

namespace fs = std::filesystem;

/// Makes a folder the current one while this lives.
class CurrentFolder {
 public:
  explicit CurrentFolder(const fs::path& folder) : before_(fs::current_path()) { fs::current_path(folder); }
  CurrentFolder(const CurrentFolder&) = delete;
  CurrentFolder& operator=(const CurrentFolder&) = delete;
  ~CurrentFolder() { fs::current_path(before_); }

 private:
  fs::path before_;
};

const fs::path kHere = fs::path("results") / "runs";
const fs::path kNotWritable = "/proc";  // for root neither

TEST(ResultsFolder, IsWhatTheUserHasSet) {
  const ScopedVariable set("MODLAB_RESULTS_DIR", "für π");
  const CurrentFolder current(kNotWritable);
  EXPECT_EQ(results_folder(), "für π");
}

TEST(ResultsFolder, IsBelowTheCurrentFolderWhereThatCanBeWritten) {
  const ScopedVariable unset("MODLAB_RESULTS_DIR", "");
  const TemporaryFolder folder;
  const CurrentFolder current(folder / "");
  EXPECT_EQ(results_folder(), kHere);
  EXPECT_TRUE(fs::is_empty(folder / "")) << "to ask must leave nothing behind";
  fs::create_directories(kHere);
  EXPECT_EQ(results_folder(), kHere);
}

TEST(ResultsFolder, IsTheUsersOwnWhereTheCurrentFolderCannotBeWritten) {
  const ScopedVariable unset("MODLAB_RESULTS_DIR", "");
  const CurrentFolder current(kNotWritable);
  const ScopedVariable home("HOME", "/home/me");
  {
    const ScopedVariable data("XDG_DATA_HOME", "/data");
    EXPECT_EQ(results_folder(), "/data/modlab/runs");
  }
  for (const char* ignored : {"", "relative"}) {
    const ScopedVariable data("XDG_DATA_HOME", ignored);
    EXPECT_EQ(results_folder(), "/home/me/.local/share/modlab/runs");
  }
  const ScopedVariable data("XDG_DATA_HOME", "");
  const ScopedVariable homeless("HOME", "");
  EXPECT_EQ(results_folder(), kHere);
}

}  // namespace
}  // namespace modlab::store
