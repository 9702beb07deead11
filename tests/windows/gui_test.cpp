// modlab-gui.exe as users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/pixels.h"
#include "tests/support/run_files.h"
#include "tests/windows/windows_program.h"

namespace modlab {
namespace {

namespace fs = std::filesystem;

TEST_F(WindowsProgram, TheDashboardDrawsEveryPanel) {
  write_sample_run(path("run.csv"));
  std::set<std::string> pictures;
  for (const std::string panel : {"leaderboard", "context"}) {
    const ProcessResult result = run("modlab-gui.exe --open " + windows_path("run.csv") + " --panel " + panel +
                                     " --screenshot " + windows_path(panel + ".png"));
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const Pixels pixels = read_pixels(path(panel + ".png"));
    EXPECT_EQ(pixels.width, 1600);
    EXPECT_EQ(pixels.height, 1000);
    EXPECT_GT(pixels.colours, 50U);  // text alone has more shades than this
    pictures.insert(pixels.rgb);
  }
  EXPECT_EQ(pictures.size(), 2U);
}

TEST_F(WindowsProgram, ADashboardThatIsCalledWronglySaysSoInOneLine) {
  const ProcessResult result = run("modlab-gui.exe --panel nothing");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, ::testing::StartsWith("modlab-gui: "));
  EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
}

/// The titles of the windows that modlab-gui.exe has, started as by a double click.
ProcessResult double_click(const std::string& title, const std::vector<std::string>& arguments,
                           const fs::path& folder) {
  std::vector<std::string> command{"/usr/bin/env",
                                   "--unset=MODLAB_RESULTS_DIR",
                                   "--chdir=" + folder.string(),
                                   MODLAB_DOUBLE_CLICK,
                                   MODLAB_WINDOWS_RUNNER,
                                   title,
                                   MODLAB_WINDOWS_PROGRAMS "/modlab-gui.exe"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_process(command);
}

TEST_F(WindowsProgram, ADoubleClickOpensTheNewestRunInOneWindow) {
  fs::create_directories(path("results/runs"));
  write_sample_run(path("results/runs/neu π.csv"));
  const ProcessResult result = double_click("neu π.csv", {}, path(""));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(std::ranges::count(result.out, '\n'), 1) << result.out;
}

TEST_F(WindowsProgram, ADashboardWithoutAConsoleShowsAnErrorInABox) {
  const ProcessResult result = double_click("^modlab-gui$", {"--panel", "nothing"}, path(""));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "modlab-gui\n");
}

}  // namespace
}  // namespace modlab
