#include "gui/run_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "tests/gui/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

TEST(RunFolder, NewestRunIsTheJournalWrittenLast) {
  const TemporaryFolder folder;
  EXPECT_EQ(newest_run(folder / ""), std::nullopt);
  EXPECT_EQ(newest_run(folder / "missing"), std::nullopt);
  const auto now = std::filesystem::file_time_type::clock::now();
  int age = 0;
  for (const char* name : {"run.samples.csv", "run.json", "new.csv", "old.csv"}) {
    write_text(folder / name, "");
    std::filesystem::last_write_time(folder / name, now - std::chrono::hours(age++));
  }
  EXPECT_EQ(newest_run(folder / ""), folder / "new.csv");
}

TEST(RunFolder, TheEnvironmentChoosesIt) {
  ASSERT_EQ(setenv("MODLAB_RESULTS_DIR", "elsewhere", 1), 0);
  EXPECT_EQ(run_folder(), "elsewhere");
  ASSERT_EQ(unsetenv("MODLAB_RESULTS_DIR"), 0);
  EXPECT_EQ(run_folder(), std::filesystem::path("results") / "runs");
}

}  // namespace
}  // namespace modlab
