#include "gui/view_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "gui/leaderboard_columns.h"
#include "tests/gui/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> visible_variants(const ViewModel& model) {
  std::vector<std::string> names;
  for (const std::size_t place : model.visible()) names.push_back(model.rows()[place].variant);
  return names;
}

class ViewModelTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  ViewModel model_;
};

TEST_F(ViewModelTest, OpensWithEachWorkloadsFastestFirst) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  EXPECT_EQ(model_.error(), "");
  EXPECT_THAT(visible_variants(model_), ElementsAre("raw-b16", "structured-b8", "raw-b4", "typed-b4", "typed-b16"));
  ASSERT_TRUE(model_.context());
  EXPECT_EQ(model_.context()->device.adapter, "llvmpipe");
}

TEST_F(ViewModelTest, RowsWithoutAFigureComeLastInBothDirections) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.sort_by({{.column = kMedianColumn}});
  EXPECT_EQ(visible_variants(model_).back(), "typed-b4");
  model_.sort_by({{.column = kMedianColumn, .descending = true}});
  EXPECT_THAT(visible_variants(model_), ElementsAre("raw-b4", "typed-b16", "structured-b8", "raw-b16", "typed-b4"));
}

TEST_F(ViewModelTest, SortingByTieBringsTheTieSetsToTheTop) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.sort_by({{.column = 0}});
  EXPECT_THAT(visible_variants(model_), ElementsAre("raw-b16", "structured-b8", "typed-b16", "typed-b4", "raw-b4"));
}

TEST_F(ViewModelTest, ANotANumberInTheFileDoesNotUpsetTheOrder) {
  Journal journal = Journal::create(folder_ / "run.csv");
  for (const double median_ns : {3.0, std::numeric_limits<double>::quiet_NaN(), 1.0, 2.0}) {
    Row row = measured_row("floor", std::to_string(journal.rows().size()), median_ns);
    journal.append(row);
  }
  model_.open(folder_ / "run.csv");
  EXPECT_THAT(visible_variants(model_), ElementsAre("2", "3", "0", "1"));
}

TEST_F(ViewModelTest, FilterKeepsRowsThatHoldEveryWordInAnyCase) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.set_filter("FLOOR  raw");
  EXPECT_THAT(visible_variants(model_), ElementsAre("raw-b16", "raw-b4"));
  model_.set_filter("e5005");
  EXPECT_THAT(visible_variants(model_), ElementsAre("typed-b4"));
  model_.set_filter("nowhere");
  EXPECT_THAT(model_.visible(), IsEmpty());
  model_.set_filter(" ");
  EXPECT_EQ(model_.visible().size(), 5U);
}

TEST_F(ViewModelTest, SelectionOutlivesSortFilterAndGrowth) {
  Journal journal = Journal::create(folder_ / "run.csv");
  Row first = measured_row("floor", "first", 3);
  Row second = measured_row("floor", "second", 2);
  journal.append(first);
  journal.append(second);
  model_.open(folder_ / "run.csv");
  model_.select(1);
  model_.set_filter("first");
  model_.sort_by({{.column = kMedianColumn, .descending = true}});
  Row third = measured_row("floor", "third", 1);
  journal.append(third);
  EXPECT_TRUE(model_.poll());
  ASSERT_NE(model_.selected(), nullptr);
  EXPECT_EQ(model_.selected()->variant, "second");
  model_.clear_selection();
  EXPECT_EQ(model_.selected(), nullptr);
}

TEST_F(ViewModelTest, SelectingWhatIsNotThereChangesNothing) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.select(5);
  EXPECT_EQ(model_.selected(), nullptr);
}

TEST_F(ViewModelTest, FollowsAFileWhileItGrows) {
  Journal journal = Journal::create(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  EXPECT_TRUE(model_.loaded());
  EXPECT_THAT(model_.rows(), IsEmpty());
  EXPECT_FALSE(model_.poll());
  Row row = measured_row("floor", "raw-b16", 800e3);
  journal.append(row);
  EXPECT_TRUE(model_.poll());
  EXPECT_EQ(model_.rows().size(), 1U);
  EXPECT_FALSE(model_.poll());
}

TEST_F(ViewModelTest, ShowsACutOffLastLineOnceItIsWhole) {
  const std::string line = to_csv(measured_row("floor", "raw-b16", 800e3));
  write_text(folder_ / "run.csv", journal_header() + '\n' + line.substr(0, line.size() / 2));
  model_.open(folder_ / "run.csv");
  EXPECT_EQ(model_.error(), "");
  EXPECT_THAT(model_.rows(), IsEmpty());
  write_text(folder_ / "run.csv", journal_header() + '\n' + line + '\n');
  EXPECT_TRUE(model_.poll());
  EXPECT_EQ(model_.rows().size(), 1U);
}

TEST_F(ViewModelTest, ReadsTheContextWhenItComesOrChangesLater) {
  Journal journal = Journal::create(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  EXPECT_FALSE(model_.context());
  EXPECT_THAT(model_.context_error(), HasSubstr("run.json"));
  RunContext context = sample_context();
  write_context(folder_ / "run.csv", context);
  EXPECT_TRUE(model_.poll());
  ASSERT_TRUE(model_.context());
  EXPECT_EQ(model_.context_error(), "");
  context.finished = "2026-11-15T01:31:00Z";
  write_context(folder_ / "run.csv", context);
  EXPECT_TRUE(model_.poll());
  EXPECT_EQ(model_.context()->finished, "2026-11-15T01:31:00Z");
}

TEST_F(ViewModelTest, ABrokenContextLeavesTheOldOneAndTheRows) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  write_text(folder_ / "run.json", "{");
  EXPECT_TRUE(model_.poll());
  EXPECT_THAT(model_.context_error(), HasSubstr("not a run context"));
  EXPECT_TRUE(model_.context());
  EXPECT_EQ(model_.rows().size(), 5U);
}

TEST_F(ViewModelTest, AForeignFileLosesNothingThatIsOpen) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.select(2);
  write_text(folder_ / "foreign.csv", "name,price\napple,1\n");
  model_.open(folder_ / "foreign.csv");
  EXPECT_THAT(model_.error(), HasSubstr("foreign.csv"));
  EXPECT_EQ(model_.path(), folder_ / "run.csv");
  EXPECT_EQ(model_.rows().size(), 5U);
  EXPECT_NE(model_.selected(), nullptr);
  EXPECT_FALSE(model_.poll()) << "the file that is shown has not changed";
  EXPECT_TRUE(model_.can_dismiss_error());
  model_.dismiss_error();
  EXPECT_EQ(model_.error(), "");
}

TEST_F(ViewModelTest, AFileThatBreaksOrGoesAwayKeepsItsRowsUntilItIsMended) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  const std::string good = read_file(folder_ / "run.csv");
  write_text(folder_ / "run.csv", journal_header() + "\nonly,three,fields\n");
  EXPECT_TRUE(model_.poll());
  EXPECT_THAT(model_.error(), HasSubstr("fields"));
  EXPECT_FALSE(model_.can_dismiss_error());
  EXPECT_EQ(model_.rows().size(), 5U);
  EXPECT_FALSE(model_.poll()) << "a broken file is read again only after a change";
  std::filesystem::remove(folder_ / "run.csv");
  EXPECT_TRUE(model_.poll());
  EXPECT_THAT(model_.error(), HasSubstr("cannot be read"));
  EXPECT_EQ(model_.rows().size(), 5U);
  write_text(folder_ / "run.csv", good);
  EXPECT_TRUE(model_.poll());
  EXPECT_EQ(model_.error(), "");
}

TEST_F(ViewModelTest, AFileThatIsNotThereYetIsWaitedFor) {
  model_.open(folder_ / "run.csv");
  EXPECT_THAT(model_.error(), HasSubstr("run.csv"));
  EXPECT_FALSE(model_.loaded());
  EXPECT_FALSE(model_.poll());
  write_sample_run(folder_ / "run.csv");
  EXPECT_TRUE(model_.poll());
  EXPECT_EQ(model_.error(), "");
  EXPECT_EQ(model_.rows().size(), 5U);
}

TEST_F(ViewModelTest, AnotherRunDropsSelectionAndContextOfTheFirst) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.select(2);
  Journal::create(folder_ / "other.csv");
  model_.open(folder_ / "other.csv");
  EXPECT_EQ(model_.selected(), nullptr);
  EXPECT_FALSE(model_.context());
  EXPECT_EQ(model_.path(), folder_ / "other.csv");
}

TEST_F(ViewModelTest, AnEmptyFolderIsWatchedUntilARunAppears) {
  model_.open_newest(folder_ / "runs");
  EXPECT_EQ(model_.error(), "");
  EXPECT_FALSE(model_.poll());
  write_sample_run(folder_ / "runs/run.csv");
  EXPECT_TRUE(model_.poll());
  EXPECT_EQ(model_.path(), folder_ / "runs/run.csv");
  EXPECT_EQ(model_.rows().size(), 5U);
}

}  // namespace
}  // namespace modlab
