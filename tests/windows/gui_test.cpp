// modlab-gui.exe as users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "harness/system/file.h"
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

/// What modlab-gui.exe shows, started as by a double click in a folder, with changes to its environment as env(1) takes
/// them: the titles of its windows once one of them matches.
ProcessResult double_click(const std::string& title, const fs::path& folder, const std::string& environment,
                           const std::vector<std::string>& arguments = {}) {
  std::vector<std::string> command{"/usr/bin/env",
                                   "--chdir=" + folder.string(),
                                   environment,
                                   MODLAB_DOUBLE_CLICK,
                                   MODLAB_WINDOWS_RUNNER,
                                   title,
                                   MODLAB_WINDOWS_PROGRAMS "/modlab-gui.exe"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_process(command);
}

class WindowsDesktop : public WindowsProgram {
 protected:
  void SetUp() override {
    WindowsProgram::SetUp();
    if (std::system("command -v xdotool >/dev/null") != 0) GTEST_SKIP() << "xdotool is missing";
  }
};

TEST_F(WindowsDesktop, ADoubleClickOpensTheNewestRunInOneWindow) {
  fs::create_directories(path("results/runs"));
  write_sample_run(path("results/runs/neu π.csv"));
  const ProcessResult result = double_click("neu π.csv", path(""), "--unset=MODLAB_RESULTS_DIR");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(std::ranges::count(result.out, '\n'), 1) << result.out;
}

TEST_F(WindowsDesktop, TheNewestRunIsFoundInALongPath) {
  fs::create_directories(path(long_folder()));
  write_sample_run(path(long_folder() + "/deep.csv"));
  const ProcessResult result = double_click("deep.csv", path(""), "MODLAB_RESULTS_DIR=" + windows_path(long_folder()));
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST_F(WindowsDesktop, AnErrorIsShownInABoxWhereThereIsNoConsole) {
  const ProcessResult result =
      double_click("^modlab-gui$", path(""), "--unset=MODLAB_RESULTS_DIR", {"--panel", "nothing"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "modlab-gui\n");
}

/// As the header of a Windows program has it.
unsigned subsystem_of(const std::string& program) {
  const std::string image = read_file(fs::path(MODLAB_WINDOWS_PROGRAMS) / program);
  const auto number_at = [&](std::size_t at) {
    return static_cast<unsigned char>(image.at(at)) + 256U * static_cast<unsigned char>(image.at(at + 1));
  };
  constexpr std::size_t kHeadersAt = 0x3C;
  constexpr std::size_t kSubsystem = 0x5C;  // from there
  return number_at(number_at(kHeadersAt) + kSubsystem);
}

TEST_F(WindowsProgram, OnlyTheDashboardStartsWithoutAConsole) {
  constexpr unsigned kWindows = 2;
  constexpr unsigned kConsole = 3;
  EXPECT_EQ(subsystem_of("modlab-gui.exe"), kWindows);
  EXPECT_EQ(subsystem_of("modlab.exe"), kConsole);
  EXPECT_EQ(subsystem_of("modlab-bench.exe"), kConsole);
}

}  // namespace
}  // namespace modlab
