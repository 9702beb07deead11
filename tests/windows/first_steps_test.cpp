// What a Windows user meets first: paths, shells, the console, and where runs are kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/store/tuned.h"
#include "tests/support/run_files.h"
#include "tests/windows/windows_program.h"

namespace modlab {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

const std::string kFolder = "Messungen für Größe π 漢字 𝛑";  // the last one is two of UTF-16's units
const std::string kNoResultsDir = "--unset=MODLAB_RESULTS_DIR";

TEST_F(WindowsProgram, FileNamesMayHaveAnyCharacter) {
  fs::create_directories(path(kFolder));
  write_sample_run(path(kFolder + "/run.csv"));
  const ProcessResult summary = run({"modlab.exe", "summary", windows_path(kFolder + "/run.csv")});
  EXPECT_EQ(summary.status, 0) << summary.err;
  EXPECT_THAT(summary.out, HasSubstr("floor/f32/1048576/packed/out/mixed"));

  const ProcessResult report = run(
      {"modlab.exe", "report", windows_path(kFolder + "/run.csv"), "--out", windows_path(kFolder + "/Bericht é.html")});
  EXPECT_EQ(report.status, 0) << report.err;
  EXPECT_TRUE(fs::exists(path(kFolder + "/Bericht é.html")));

  // With slashes, as Windows takes them too, and in the bytes of UTF-8, as output that is not a console's.
  const ProcessResult missing = run({"modlab.exe", "summary", "Z:" + path(kFolder) + "/none.csv"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(missing.err,
            "modlab: " + windows_path(kFolder + "/none.csv") + ": cannot be read: No such file or directory\n");
}

/// With a worker process, a kernel of the user's own, and results in the folder that the variable names.
TEST_F(WindowsProgram, ARunIsKeptInAFolderOfAnyName) {
  fs::create_directories(path(kFolder));
  const std::string kernel = windows_path(kFolder + "/mine.hlsl");
  ASSERT_EQ(run({"modlab.exe", "kernel", "new", kernel}).status, 0);
  const std::vector<std::string> tune{"modlab.exe", "tune",     "--op",         "floor",    "--shape",
                                      "4099",       "--kernel", kernel,         "--budget", "1e",
                                      "--rounds",   "0",        "--only-kernel"};
  const ProcessResult result = run(tune, {"MODLAB_RESULTS_DIR=Z:" + path(kFolder) + "/meine Läufe"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "") << "progress is for consoles";
  EXPECT_THAT(result.out, HasSubstr("\njournal " + windows_path(kFolder + "/meine Läufe") + '\\'));
  EXPECT_THAT(result.out, EndsWith("\ntuned " + windows_path(kFolder + "/meine Läufe/tuned.json") + '\n'));

  fs::path journal;
  for (const auto& entry : fs::directory_iterator(path(kFolder + "/meine Läufe")))
    if (entry.path().string().ends_with("-tune.csv")) journal = entry.path();
  const std::vector<store::Row> rows = store::read_journal(journal).rows;
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].status, "ok") << rows[0].detail;
  EXPECT_THAT(store::read_context(journal).command, ::testing::Contains(kernel));
  EXPECT_EQ(store::read_tuned(path(kFolder + "/meine Läufe/tuned.json")).size(), 1U);
}

TEST_F(WindowsProgram, ResultsAreBelowTheCurrentFolderWhereThatCanBeWritten) {
  const ProcessResult result = run({"modlab.exe", "best", "--op", "floor"}, {kNoResultsDir}, path(""));
  EXPECT_THAT(result.err, HasSubstr(": results\\runs\\tuned.json: nothing is tuned yet"));
}

TEST_F(WindowsProgram, ResultsAreTheUsersOwnWhereTheCurrentFolderCannotBeWritten) {
  const ProcessResult result = run({"modlab.exe", "best", "--op", "floor"}, {kNoResultsDir}, "/proc");
  EXPECT_THAT(result.err,
              ContainsRegex(R"(: C:\\users\\.*\\AppData\\Local\\modlab\\runs\\tuned\.json: nothing is tuned)"));
}

TEST_F(WindowsProgram, PathsMayBeLong) {
  fs::create_directories(path(long_folder()));
  write_sample_run(path(long_folder() + "/run.csv"));
  const std::string results = windows_path(long_folder() + "/results");
  const ProcessResult result =
      run({"modlab.exe", "merge", windows_path(long_folder() + "/run.csv"), "--out", results + "\\merged.csv"},
          {"MODLAB_RESULTS_DIR=" + results});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(store::read_journal(path(long_folder() + "/results/merged.csv")).rows.size(), 5U);
  EXPECT_FALSE(store::read_tuned(path(long_folder() + "/results/tuned.json")).empty());
}

TEST_F(WindowsProgram, APatternStandsForTheFilesThatItMatches) {
  fs::create_directories(path(kFolder));
  for (const char* name : {"/a.csv", "/b.csv"}) write_sample_run(path(kFolder + name));
  const ProcessResult result = run({"modlab.exe", "history", windows_path(kFolder) + "\\*.csv"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("\\a.csv"), HasSubstr("\\b.csv")));
}

TEST_F(WindowsProgram, AConsoleShowsEveryCharacter) {
  const ProcessResult result = run_on_terminal(60, {"modlab.exe", "summary", "für π 漢字.csv"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, HasSubstr("modlab: für π 漢字.csv: cannot be read"));
}

/// As a shell does it; the console's code page outlives its programs.
TEST_F(WindowsProgram, AConsoleIsGivenBackAsItWas) {
  const std::string caller = "../tests/console_caller.exe";
  const std::string programs = std::string("Z:") + MODLAB_WINDOWS_PROGRAMS;
  const ProcessResult result = run_on_terminal(60, {caller, programs + "/modlab.exe", "summary", "für π.csv"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, AllOf(HasSubstr("modlab: für π.csv: cannot be read"), HasSubstr("code page 437")));

  const ProcessResult dashboard = run_on_terminal(60, {caller, programs + "/modlab-gui.exe", "--panel", "für π"});
  EXPECT_EQ(dashboard.status, 2);
  EXPECT_THAT(dashboard.out, AllOf(HasSubstr("modlab-gui: --panel: 'für π' is unknown"), HasSubstr("code page 437")));
}

TEST_F(WindowsProgram, ProgressIsALineThatFitsTheConsole) {
  const ProcessResult result =
      run_on_terminal(30, {"modlab.exe", "verify", "--op", "floor", "--dtype", "f32", "--shape", "4099", "--data-set",
                           "mixed", "--variant", "typed-b4-x1-t64-group-longdiv-table-d3dcompile-5.1"});
  EXPECT_EQ(result.status, 0) << result.out;
  // Of "1 of 1: floor/f32/4099/packed/out/mixed" as much as the console takes without a new line.
  EXPECT_THAT(result.out, HasSubstr("1 of 1: floor/f32/4099/packed\x1B"));
}

}  // namespace
}  // namespace modlab
