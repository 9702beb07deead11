#include "gui/runs/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab::gui {
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

TEST(RunFolder, ReferenceRunsAreJournalsWithAContextInSiblingFolders) {
  const TemporaryFolder folder;
  write_sample_run(folder / "runs/own.csv");
  write_sample_run(folder / "lavapipe/tune.csv");
  write_sample_run(folder / "h200/sweep.csv");
  write_text(folder / "h200/table.csv", "a,b\n");
  using ::testing::ElementsAre;
  EXPECT_THAT(reference_runs(folder / "runs"), ElementsAre(folder / "h200/sweep.csv", folder / "lavapipe/tune.csv"));
  EXPECT_THAT(known_runs(folder / "runs"),
              ElementsAre(folder / "runs/own.csv", folder / "h200/sweep.csv", folder / "lavapipe/tune.csv"));
}

}  // namespace
}  // namespace modlab::gui
