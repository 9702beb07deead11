#include "gui/runs/view_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gui/analysis/leaderboard_columns.h"
#include "harness/store/samples.h"
#include "harness/system/file.h"
#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> visible_variants(const ViewModel& model) {
  std::vector<std::string> names;
  for (const std::size_t index : model.visible()) names.push_back(model.rows()[index].variant);
  return names;
}

/// Its functions return when all threads are done.
class WaitingModel : public ViewModel {
 public:
  void open(const std::filesystem::path& journal) {
    ViewModel::open(journal);
    wait();
  }
  void open_newest(const std::filesystem::path& folder, const std::filesystem::path& fallback = {}) {
    ViewModel::open_newest(folder, fallback);
    wait();
  }
  void set_filter(const std::string& text) {
    ViewModel::set_filter(text);
    wait();
  }
  void sort_by(const std::vector<SortKey>& keys) {
    ViewModel::sort_by(keys);
    wait();
  }
  bool poll() { return wait(); }
};

class ViewModelTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  WaitingModel model_;
};

TEST_F(ViewModelTest, OpensWithEachWorkloadsFastestFirst) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  EXPECT_EQ(model_.error(), "");
  EXPECT_THAT(visible_variants(model_), ElementsAre("raw-b16", "structured-b8", "raw-b4", "typed-b4", "typed-b16"));
  ASSERT_TRUE(model_.context());
  EXPECT_EQ(model_.context()->device.adapter, "llvmpipe");
}

TEST_F(ViewModelTest, RowsWithoutAFigureSortLastInBothDirections) {
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
  model_.sort_by({{.column = kTieColumn}});
  EXPECT_THAT(visible_variants(model_), ElementsAre("raw-b16", "structured-b8", "typed-b16", "typed-b4", "raw-b4"));
}

TEST_F(ViewModelTest, FilterKeepsRowsThatContainEveryWordInAnyCase) {
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

TEST_F(ViewModelTest, SelectionSurvivesSortingFilteringAndGrowth) {
  store::Journal journal = store::Journal::create(folder_ / "run.csv");
  store::Row first = measured_row("floor", "first", 3);
  store::Row second = measured_row("floor", "second", 2);
  journal.append(first);
  journal.append(second);
  model_.open(folder_ / "run.csv");
  model_.select(1);
  model_.set_filter("first");
  model_.sort_by({{.column = kMedianColumn, .descending = true}});
  store::Row third = measured_row("floor", "third", 1);
  journal.append(third);
  EXPECT_TRUE(model_.poll());
  ASSERT_NE(model_.selected(), nullptr);
  EXPECT_EQ(model_.selected()->variant, "second");
  model_.toggle(1);
  EXPECT_EQ(model_.selected(), nullptr);
}

TEST_F(ViewModelTest, SelectingARowThatDoesNotExistChangesNothing) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.toggle(model_.selection().back());
  model_.select(5);
  model_.toggle(5);
  EXPECT_EQ(model_.selected(), nullptr);
}

TEST_F(ViewModelTest, OpensWithTheBestOfTheFirstWorkloadSelected) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  ASSERT_NE(model_.selected(), nullptr);
  EXPECT_EQ(model_.selected()->op, "truncate");
  EXPECT_EQ(model_.group(), 0U);
}

TEST_F(ViewModelTest, TheGroupFollowsTheSelection) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.select(2);
  EXPECT_EQ(model_.run()->groups[model_.group()].label, "floor/f32/1048576/packed/out/mixed");
  model_.select(0);
  EXPECT_EQ(model_.run()->groups[model_.group()].label, "truncate/f32/1048576/packed/out/mixed");
  model_.show_group(7);
  EXPECT_EQ(model_.group(), 0U) << "there is no such group";
}

TEST_F(ViewModelTest, OfSeveralSelectedRowsTheLastIsCurrent) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.select(1);
  model_.toggle(4);
  EXPECT_THAT(model_.selection(), ElementsAre(1, 4));
  EXPECT_EQ(model_.selected()->variant, "raw-b4");
  model_.toggle(4);
  EXPECT_THAT(model_.selection(), ElementsAre(1));
  EXPECT_TRUE(model_.is_selected(1));
  EXPECT_FALSE(model_.is_selected(4));
}

TEST_F(ViewModelTest, AFileOpenedWhileAnotherIsReadIsShownInTheEnd) {
  write_sample_run(folder_ / "first.csv");
  write_sample_run(folder_ / "second.csv");
  ViewModel model;
  model.open(folder_ / "first.csv");
  model.open(folder_ / "second.csv");
  model.wait();
  EXPECT_EQ(model.path(), folder_ / "second.csv");
}

TEST_F(ViewModelTest, TheRunToCompareWithLeavesTheOneOnShowUnchanged) {
  write_sample_run(folder_ / "run.csv");
  write_sample_run(folder_ / "base.csv");
  model_.open(folder_ / "run.csv");
  model_.open_against(folder_ / "base.csv");
  model_.wait();
  ASSERT_NE(model_.against(), nullptr);
  EXPECT_EQ(model_.against()->rows().size(), 5U);
  EXPECT_EQ(model_.path(), folder_ / "run.csv");
  model_.open_against(folder_ / "missing.csv");
  model_.wait();
  EXPECT_THAT(model_.against_error(), HasSubstr("missing.csv"));
}

TEST_F(ViewModelTest, PeersOfSeveralJournalsAreBesideTheRun) {
  write_sample_run(folder_ / "run.csv");
  write_sample_run(folder_ / "torch.csv");
  write_sample_run(folder_ / "triton.csv");
  model_.open(folder_ / "run.csv");
  ASSERT_NE(model_.peers(), nullptr);
  model_.open_peers({folder_ / "torch.csv", folder_ / "triton.csv"});
  model_.wait();
  EXPECT_EQ(model_.peers()->size(), 10U);
  EXPECT_EQ(model_.rows().size(), 5U);
  EXPECT_EQ(model_.error(), "");
  model_.open_peers({folder_ / "missing.csv", folder_ / "torch.csv"});
  model_.wait();
  EXPECT_EQ(model_.peers()->size(), 5U) << "what can be read is shown";
  EXPECT_THAT(model_.error(), HasSubstr("missing.csv"));
}

TEST_F(ViewModelTest, SamplesAreReadOnDemand) {
  write_sample_run(folder_ / "run.csv");
  store::SamplesFile(folder_ / "run.csv")
      .append(std::vector<store::Sample>{{.row = 2, .phase = "screen", .index = 0, .ns = 5},
                                         {.row = 1, .phase = "screen", .index = 0, .ns = 7}});
  model_.open(folder_ / "run.csv");
  EXPECT_EQ(model_.samples(), nullptr);
  model_.wait();
  ASSERT_NE(model_.samples(), nullptr);
  EXPECT_EQ(model_.samples()->front().ns, 7) << "sorted by row";
  write_text(folder_ / "run.samples.csv", "row,phase,index,ns\n1,2,3\n1,screen,0,1.5\n");
  write_sample_run(folder_ / "other.csv");
  model_.open(folder_ / "run.csv");
  static_cast<void>(model_.samples());
  model_.wait();
  EXPECT_THAT(model_.samples_error(), HasSubstr("run.samples.csv"));
}

TEST_F(ViewModelTest, FollowsAFileWhileItGrows) {
  store::Journal journal = store::Journal::create(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  EXPECT_TRUE(model_.loaded());
  EXPECT_THAT(model_.rows(), IsEmpty());
  EXPECT_FALSE(model_.poll());
  store::Row row = measured_row("floor", "raw-b16", 800e3);
  journal.append(row);
  EXPECT_TRUE(model_.poll());
  EXPECT_EQ(model_.rows().size(), 1U);
  EXPECT_FALSE(model_.poll());
}

TEST_F(ViewModelTest, FollowsAFileThatIsReplacedAfterItGrew) {
  store::Journal journal = store::Journal::create(folder_ / "run.csv");
  store::Row first = measured_row("floor", "raw-b16", 800e3);
  journal.append(first);
  model_.open(folder_ / "run.csv");
  store::Row second = measured_row("floor", "raw-b4", 700e3);
  journal.append(second);
  EXPECT_TRUE(model_.poll());
  EXPECT_THAT(visible_variants(model_), ElementsAre("raw-b4", "raw-b16"));
  first.tie = "best";
  journal.amend({first});
  EXPECT_TRUE(model_.poll());
  ASSERT_EQ(model_.rows().size(), 2U);
  EXPECT_EQ(model_.rows()[0].tie, "best");
}

TEST_F(ViewModelTest, AReplacedRunStaysUnchangedForItsHolders) {
  store::Journal journal = store::Journal::create(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  const analysis::RunPointer held = model_.run();
  for (const char* variant : {"a", "b", "c"}) {
    store::Row row = measured_row("floor", variant, 1);
    journal.append(row);
    EXPECT_TRUE(model_.poll());
  }
  EXPECT_EQ(model_.rows().size(), 3U);
  EXPECT_THAT(held->rows(), IsEmpty());
}

TEST_F(ViewModelTest, ShowsATruncatedLastLineOnceItIsComplete) {
  const std::string line = store::to_csv(measured_row("floor", "raw-b16", 800e3));
  write_text(folder_ / "run.csv", store::journal_header() + '\n' + line.substr(0, line.size() / 2));
  model_.open(folder_ / "run.csv");
  EXPECT_EQ(model_.error(), "");
  EXPECT_THAT(model_.rows(), IsEmpty());
  write_text(folder_ / "run.csv", store::journal_header() + '\n' + line + '\n');
  EXPECT_TRUE(model_.poll());
  EXPECT_EQ(model_.rows().size(), 1U);
}

TEST_F(ViewModelTest, ReadsAContextThatAppearsOrChangesLater) {
  store::Journal journal = store::Journal::create(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  EXPECT_FALSE(model_.context());
  EXPECT_THAT(model_.context_error(), HasSubstr("run.json"));
  store::RunContext context = sample_context();
  store::write_context(folder_ / "run.csv", context);
  EXPECT_TRUE(model_.poll());
  ASSERT_TRUE(model_.context());
  EXPECT_EQ(model_.context_error(), "");
  context.finished = "2026-11-15T01:31:00Z";
  store::write_context(folder_ / "run.csv", context);
  EXPECT_TRUE(model_.poll());
  EXPECT_EQ(model_.context()->finished, "2026-11-15T01:31:00Z");
}

TEST_F(ViewModelTest, AnInvalidContextKeepsTheOldOneAndTheRows) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  write_text(folder_ / "run.json", "{");
  EXPECT_TRUE(model_.poll());
  EXPECT_THAT(model_.context_error(), HasSubstr("not a run context"));
  EXPECT_TRUE(model_.context());
  EXPECT_EQ(model_.rows().size(), 5U);
}

TEST_F(ViewModelTest, AFileThatIsNoJournalLeavesTheOpenRunUnchanged) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.select(2);
  write_text(folder_ / "foreign.csv", "name,price\napple,1\n");
  model_.open(folder_ / "foreign.csv");
  EXPECT_THAT(model_.error(), HasSubstr("foreign.csv"));
  EXPECT_EQ(model_.path(), folder_ / "run.csv");
  EXPECT_EQ(model_.rows().size(), 5U);
  EXPECT_NE(model_.selected(), nullptr);
  EXPECT_FALSE(model_.poll()) << "the file on show has not changed";
  EXPECT_TRUE(model_.can_dismiss_error());
  model_.dismiss_error();
  EXPECT_EQ(model_.error(), "");
}

TEST_F(ViewModelTest, AFileThatBecomesInvalidOrDisappearsKeepsItsRowsUntilItIsFixed) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  const std::string good = read_file(folder_ / "run.csv");
  const std::string rows = good.substr(good.find('\n') + 1);
  write_text(folder_ / "run.csv", store::journal_header() + "\nonly,three,fields\n" + rows);
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

TEST_F(ViewModelTest, AMissingFileIsWaitedFor) {
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
  store::Journal::create(folder_ / "other.csv");
  model_.open(folder_ / "other.csv");
  EXPECT_EQ(model_.selected(), nullptr);
  EXPECT_FALSE(model_.context());
  EXPECT_EQ(model_.path(), folder_ / "other.csv");
}

TEST_F(ViewModelTest, AReferenceRunIsShownUntilTheUserHasOne) {
  write_sample_run(folder_ / "reference.csv");
  model_.open_newest(folder_ / "runs", folder_ / "reference.csv");
  EXPECT_EQ(model_.path(), folder_ / "reference.csv");
  EXPECT_FALSE(model_.poll());
  write_sample_run(folder_ / "runs/run.csv");
  EXPECT_TRUE(model_.poll());
  EXPECT_EQ(model_.path(), folder_ / "runs/run.csv");
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

TEST_F(ViewModelTest, OpensWithTheBestExactVariantSelected) {
  store::Journal journal = store::Journal::create(folder_ / "run.csv");
  store::Row formula = measured_row("floor", "raw-b16-formula", 100e3);
  formula.accuracy = "formula";
  store::Row exact = measured_row("floor", "raw-b16", 200e3);
  exact.accuracy = "exact";
  for (store::Row* row : {&formula, &exact}) journal.append(*row);
  model_.open(folder_ / "run.csv");
  ASSERT_NE(model_.selected(), nullptr);
  EXPECT_EQ(model_.selected()->variant, "raw-b16");
}

TEST_F(ViewModelTest, ABrushShowsAPartOfTheRunUntilAnotherIsOpened) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  Brush brush;
  brush.figures = Brush::Figures{.unit = analysis::Unit::time, .low = 0, .high = 850e3};
  model_.set_brush(brush);
  model_.poll();
  EXPECT_THAT(visible_variants(model_), ElementsAre("raw-b16", "structured-b8"));
  EXPECT_NE(model_.run(), model_.whole_run());
  EXPECT_TRUE(analysis::timed_rows(*model_.run(), 0, {}).empty()) << "the only row of truncate is slower";
  write_sample_run(folder_ / "other.csv");
  model_.open(folder_ / "other.csv");
  EXPECT_EQ(model_.run(), model_.whole_run());
  EXPECT_EQ(model_.visible().size(), 5U);
}

TEST_F(ViewModelTest, RunsThatWereReplacedAreLetGo) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  Brush brush;
  brush.figures = Brush::Figures{.unit = analysis::Unit::time, .low = 0, .high = 850e3};
  const std::weak_ptr<const analysis::Run> first = model_.run();
  model_.set_brush(brush);
  model_.poll();
  const std::weak_ptr<const analysis::Run> part = model_.run();
  model_.set_brush({});
  model_.poll();
  for (int i = 0; i < 3; ++i) {
    store::Row row = measured_row("floor", "raw-b8", 700e3);
    store::Journal::resume(folder_ / "run.csv").append(row);
    model_.poll();
  }
  EXPECT_TRUE(first.expired());
  EXPECT_TRUE(part.expired());
}

TEST_F(ViewModelTest, GoesBackAndForwardThroughSelectionsAndFilters) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  const auto start = std::chrono::steady_clock::now();
  model_.remember_view(start);
  const std::vector<std::size_t> first = model_.selection();
  model_.select(4);
  model_.remember_view(start);
  for (const char* typed : {"r", "ra", "raw"}) {
    model_.set_filter(typed);
    model_.remember_view(start);
  }
  model_.set_filter("raw b4");
  model_.remember_view(start + std::chrono::seconds(5));
  model_.go_back();
  EXPECT_EQ(model_.filter(), "raw") << "a pause ends a change";
  model_.go_back();
  EXPECT_EQ(model_.filter(), "") << "letters typed at once are one change";
  EXPECT_THAT(model_.selection(), ElementsAre(4U));
  model_.go_back();
  EXPECT_EQ(model_.selection(), first);
  model_.go_back();
  EXPECT_EQ(model_.selection(), first);
  model_.go_forward();
  EXPECT_THAT(model_.selection(), ElementsAre(4U));
  model_.go_forward();
  EXPECT_EQ(model_.filter(), "raw");
  model_.select(2);
  model_.go_forward();
  EXPECT_THAT(model_.selection(), ElementsAre(2U)) << "what was undone is gone after another change";
}

TEST_F(ViewModelTest, KeepsNotesBesideTheJournalButNeverOverABrokenFile) {
  write_sample_run(folder_ / "run.csv");
  model_.open(folder_ / "run.csv");
  model_.select(2);
  model_.toggle_star();
  model_.set_note(1, false, "slower on Tuesdays");
  model_.poll();
  EXPECT_EQ(model_.note_error(), "");
  ASSERT_NE(analysis::note_of(*model_.run(), 2), nullptr);
  EXPECT_TRUE(analysis::note_of(*model_.run(), 2)->star);
  EXPECT_EQ(analysis::note_of(*model_.run(), 1)->text, "slower on Tuesdays");
  EXPECT_THAT(model_.selection(), ElementsAre(2U));
  model_.toggle_star();
  model_.poll();
  EXPECT_EQ(analysis::note_of(*model_.run(), 2), nullptr);
  write_text(folder_ / "run.notes.json", "broken");
  model_.poll();
  EXPECT_THAT(model_.note_error(), HasSubstr("run.notes.json"));
  model_.set_note(3, true, "");
  EXPECT_THAT(model_.note_error(), HasSubstr("run.notes.json"));
  EXPECT_EQ(read_file(folder_ / "run.notes.json"), "broken");
}

}  // namespace
}  // namespace modlab::gui
