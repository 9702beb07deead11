#include "gui/runs/resumption.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_files.h"

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Resumption resumption_after(const std::vector<std::string>& words, const std::string& runtime = "auto") {
  store::RunContext context = sample_context();
  context.command = {"modlab"};
  context.command.insert(context.command.end(), words.begin(), words.end());
  return resumption_of(context, "a b.csv", runtime);
}

TEST(Resumption, TakesTheChoicesAndTheJournalOnShow) {
  const auto tune = resumption_after({"tune", "--op", "floor", "--out", "theirs.csv", "--seed", "3"});
  EXPECT_FALSE(tune.differs());
  EXPECT_THAT(tune.arguments(), ElementsAre("tune", "--op", "floor", "--seed", "3", "--resume", "a b.csv"));
  const auto measure = resumption_after({"measure", "--resume=a.csv"});
  EXPECT_THAT(measure.arguments(), ElementsAre("measure", "--resume", "a b.csv"));
  auto dash = measure;
  dash.journal = "-a.csv";
  EXPECT_THAT(dash.arguments(), ElementsAre("measure", "--resume=-a.csv"));
}

TEST(Resumption, LoadsAndWritesOnlyWhatTheUserNames) {
  auto theirs = resumption_after({"tune", "--runtime", "./evil.so", "--tuned", "/home/me/.bashrc", "--future",
                                  "--kernel", "theirs/mine.hlsl", "--only-kernel"});
  EXPECT_TRUE(theirs.differs());
  ASSERT_EQ(theirs.differences.size(), 3U);
  EXPECT_EQ(theirs.differences[0].recorded, "--tuned /home/me/.bashrc");
  EXPECT_EQ(theirs.differences[1].recorded, "--future");
  EXPECT_EQ(theirs.differences[2].recorded, "--runtime ./evil.so");
  ASSERT_EQ(theirs.kernels.size(), 1U);
  EXPECT_EQ(theirs.kernels[0].name, "mine.hlsl");
  theirs.kernels[0].file = "-my own/mine.hlsl";
  EXPECT_THAT(theirs.arguments(),
              ElementsAre("tune", "--only-kernel", "--kernel=-my own/mine.hlsl", "--resume", "a b.csv"));
}

TEST(Resumption, AsksWhereTheFormHasAnotherImplementation) {
  EXPECT_FALSE(resumption_after({"tune", "--runtime", "/opt/d3d12.so"}, "/opt/d3d12.so").differs());
  const auto without = resumption_after({"tune"}, "/opt/d3d12.so");
  EXPECT_TRUE(without.differs());
  EXPECT_THAT(without.arguments(), ElementsAre("tune", "--runtime", "/opt/d3d12.so", "--resume", "a b.csv"));
}

TEST(Resumption, ShowsAnOptionOnOneShortLine) {
  const auto theirs = resumption_after({"tune", "--tuned", "a\n\nb", "--shaders", std::string(5000, 'x')});
  ASSERT_EQ(theirs.differences.size(), 2U);
  EXPECT_LT(theirs.differences[0].recorded.size(), 300U);
  EXPECT_EQ(theirs.differences[1].recorded, "--tuned with control characters");
}

TEST(Resumption, IsForUnfinishedRunsOfCommandsThatResume) {
  const auto resumes = [](std::vector<std::string> command, const std::string& finished = "") {
    store::RunContext context;
    context.command = std::move(command);
    context.finished = finished;
    return can_resume(context);
  };
  EXPECT_TRUE(resumes({"modlab", "tune"}));
  EXPECT_TRUE(resumes({"modlab", "measure", "--shape", "64"}));
  EXPECT_FALSE(resumes({"modlab", "tune"}, "2026-11-15T01:31:00Z"));
  EXPECT_FALSE(resumes({"modlab", "verify"}));
  EXPECT_FALSE(resumes({"modlab"}));
  EXPECT_FALSE(resumes({}));
}

}  // namespace
}  // namespace modlab::gui
