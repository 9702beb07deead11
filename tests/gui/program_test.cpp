#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "harness/system/file.h"
#include "tests/support/pixels.h"
#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab::gui {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

/// modlab-gui in a process of its own.
class GuiProgram : public ::testing::Test {
 protected:
  /// Runs a shell command in the test's folder, with $GUI for the program.
  [[nodiscard]] Outcome run(const std::string& command) const {
    // Other tests look for leaks in our code; graphics drivers free nothing at exit.
    const std::string line = fmt::format(
        "cd '{}' && GUI='{}' && export ASAN_OPTIONS=detect_leaks=0 && unset MODLAB_RESULTS_DIR && {{ {} ; }} >out "
        "2>err",
        (folder_ / "").string(), MODLAB_GUI_PROGRAM, command);
    const int result = std::system(line.c_str());
    return {WIFEXITED(result) ? WEXITSTATUS(result) : -1, read_file(folder_ / "out"), read_file(folder_ / "err")};
  }

  [[nodiscard]] Pixels read_png(const std::string& name) const { return read_pixels(folder_ / name); }

  TemporaryFolder folder_;
};

/// On a headless X server, drawn by software.
class GuiWindow : public GuiProgram {
 protected:
  void SetUp() override {
    if (run("command -v Xvfb").status != 0) GTEST_SKIP() << "Xvfb is missing: on Debian install xvfb";
  }

  [[nodiscard]] Outcome run_gui(const std::string& arguments) const {
    return run("\"" MODLAB_ON_DISPLAY "\" \"$GUI\" " + arguments);
  }
};

TEST_F(GuiProgram, AStdoutThatTakesNothingIsAFault) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const Outcome full = run("\"$GUI\" --version > /dev/full");
  EXPECT_EQ(full.status, 1);
  EXPECT_EQ(full.err, "modlab-gui: stdout: cannot be written: No space left on device\n");
}

TEST_F(GuiProgram, HelpNamesEveryOption) {
  const Outcome help = run("\"$GUI\" --help");
  EXPECT_EQ(help.status, 0);
  for (const char* option : {"--open", "--panel", "--peers", "--screenshot", "leaderboard", "context"})
    EXPECT_THAT(help.out, HasSubstr(option));
  EXPECT_EQ(help.err, "");
}

TEST_F(GuiProgram, AWrongCallIsOneLineAndStatus2) {
  for (const char* arguments : {"--nope", "--panel nothing", "--open", "surplus"}) {
    const Outcome outcome = run(fmt::format("\"$GUI\" {}", arguments));
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, StartsWith("modlab-gui: "));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  }
}

TEST_F(GuiProgram, WithoutADisplayItReportsThat) {
  const Outcome outcome = run("env -u DISPLAY -u WAYLAND_DISPLAY \"$GUI\" --screenshot picture.png");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no window"));
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "picture.png"));
}

TEST_F(GuiWindow, EveryPanelDrawsItsOwnPicture) {
  write_sample_run(folder_ / "run.csv");
  std::set<std::string> pictures;
  const auto panels = {"leaderboard", "heatmap", "effect",    "samples",  "roofline", "accuracy",
                       "regret",      "compare", "inspector", "progress", "control",  "context"};
  for (const char* panel : panels) {
    const Outcome outcome = run_gui(fmt::format("--open run.csv --panel {0} --screenshot {0}.png", panel));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const Pixels pixels = read_png(fmt::format("{}.png", panel));
    EXPECT_EQ(pixels.width, 1600);
    EXPECT_EQ(pixels.height, 1000);
    // Text alone has more shades than this.
    EXPECT_GT(pixels.colours, 50U);
    pictures.insert(pixels.rgb);
  }
  EXPECT_EQ(pictures.size(), panels.size());
}

TEST_F(GuiWindow, PeersOfAnotherJournalAreDrawnBesideTheRun) {
  const std::string run = MODLAB_SOURCE_DIR "/results/h200/exhaustive.csv";
  const std::string peers = MODLAB_SOURCE_DIR "/results/h200/torch.csv";
  for (const char* panel : {"roofline", "accuracy"}) {
    EXPECT_EQ(run_gui(fmt::format("--open {} --panel {} --screenshot alone.png", run, panel)).status, 0);
    EXPECT_EQ(run_gui(fmt::format("--open {} --peers {} --panel {} --screenshot beside.png", run, peers, panel)).status,
              0);
    EXPECT_FALSE(read_png("alone.png").rgb == read_png("beside.png").rgb) << panel;
  }
  const Outcome missing = run_gui(fmt::format("--open {} --peers nothing.csv --screenshot missing.png", run));
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("nothing.csv"));
  EXPECT_EQ(std::ranges::count(missing.err, '\n'), 1) << missing.err;
}

TEST_F(GuiWindow, WithoutArgumentsTheNewestRunIsShown) {
  write_sample_run(folder_ / "results/runs/run.csv");
  EXPECT_EQ(run_gui("--open results/runs/run.csv --screenshot named.png").status, 0);
  EXPECT_EQ(run_gui("--screenshot newest.png").status, 0);
  EXPECT_TRUE(read_png("newest.png").rgb == read_png("named.png").rgb);
}

TEST_F(GuiWindow, WithoutAnyRunThereIsStillAPicture) {
  const Outcome outcome = run_gui("--screenshot picture.png");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GT(read_png("picture.png").colours, 50U);
}

TEST_F(GuiWindow, AnInvalidFileIsReportedInThePictureAndByStatus2) {
  write_text(folder_ / "broken.csv", std::string("\x7f\x00\xff\"\"\n\n,,\"", 9));
  const Outcome outcome = run_gui("--open broken.csv --screenshot picture.png");
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("broken.csv"));
  EXPECT_GT(read_png("picture.png").colours, 50U);
}

TEST_F(GuiProgram, APictureIsNotWrittenOverWhatItShows) {
  write_sample_run(folder_ / "run.csv");
  write_sample_run(folder_ / "base.csv");
  for (const char* input : {"run.csv", "./run.json", "base.csv"}) {
    const std::string before = read_file(folder_ / input);
    const Outcome outcome = run(fmt::format("\"$GUI\" --open run.csv --against base.csv --screenshot {}", input));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr(": is read by this call"));
    EXPECT_EQ(read_file(folder_ / input), before);
  }
}

TEST_F(GuiWindow, APictureThatCannotBeWrittenIsStatus2) {
  write_sample_run(folder_ / "run.csv");
  const Outcome outcome = run_gui("--open run.csv --screenshot missing/picture.png");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("missing/picture.png"));
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
}

}  // namespace
}  // namespace modlab::gui
