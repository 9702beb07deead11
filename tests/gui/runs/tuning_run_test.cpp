#include "gui/runs/tuning_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace modlab::gui {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using State = TuningRun::State;

void wait_for_end(const TuningRun& run) {
  while (run.is_alive()) std::this_thread::yield();
}

TEST(TuningRun, ShowsWhatTheProgramPrintsAndHowItEnded) {
  TuningRun run;
  EXPECT_EQ(run.state(), State::none);
  EXPECT_THAT(run.lines(), IsEmpty());
  run.start({"--help"}, "run.csv");
  wait_for_end(run);
  EXPECT_EQ(run.state(), State::ended);
  EXPECT_THAT(run.lines(), Contains(HasSubstr("tune")));
  EXPECT_EQ(run.lines().back(), "modlab exited with 0");
}

TEST(TuningRun, StopEndsAProgramThatWouldNotEnd) {
  TuningRun run;
  run.start({"worker"}, "run.csv");  // it waits for requests
  run.stop();
  EXPECT_EQ(run.state(), State::ended);
  wait_for_end(run);
  EXPECT_EQ(run.lines().back(), "stopped; everything finished is in the journal");
}

TEST(TuningRun, AnotherStartEndsTheFirst) {
  TuningRun run;
  run.start({"worker"}, "first.csv");
  run.start({"--help"}, "second.csv");
  EXPECT_EQ(run.journal(), "second.csv");
  EXPECT_EQ(run.state(), State::running);
  wait_for_end(run);
  EXPECT_EQ(run.lines().back(), "modlab exited with 0");
}

}  // namespace
}  // namespace modlab::gui
