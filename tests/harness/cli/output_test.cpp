// Where output goes: what --out and --tuned name, default names, and a stdout that takes nothing.
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/store/journal.h"
#include "tests/harness/cli/program.h"
#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kTwoRuns =
    MODLAB_SOURCE_DIR "/results/lavapipe/aa/aa-1.csv " MODLAB_SOURCE_DIR "/results/lavapipe/aa/aa-2.csv";

/// Calls that write a file, without its name.
std::vector<std::string> writing_calls(const std::string& operand) {
  const std::string run = MODLAB_SOURCE_DIR "/results/lavapipe/tune.csv";
  return {"report " + run + " --out ",
          "compare " + kTwoRuns + " --out ",
          "data --op floor --shape 64 --a ",
          "replay " MODLAB_SOURCE_DIR "/results/lavapipe/exhaustive.csv --strategy random --seeds 1 --out ",
          "compute --op floor --a " + operand + " --b " + operand + " --out ",
          "compile --op floor --shape 4096 --compiler d3dcompile --where algorithm=split --where load_bytes=16 --where "
          "loop=group --where threads=64 --where per_thread=1 --where binding=table --out "};
}

/// What a call writes into the pipe of this name.
std::string piped(const std::string& call, const std::string& pipe) {
  std::string text;
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  const auto drain = [&](pid_t /*process*/) {
    std::array<char, 1 << 16> bytes{};
    for (ssize_t got = 0; (got = read(reader, bytes.data(), bytes.size())) > 0;)
      text.append(bytes.data(), static_cast<std::size_t>(got));
  };
  const ProcessResult result = run_polling(command_line(call + pipe), drain);
  EXPECT_EQ(result.status, 0) << call << result.err;
  drain(0);
  close(reader);
  return text;
}

TEST(Output, GoesThroughPipesAndLinksAndNotToFolders) {
  const TemporaryFolder folder;
  const std::string operand = (folder / "operand.npy").string();
  ASSERT_EQ(modlab("data --op floor --shape 64 --b " + operand).status, 0);
  const std::string pipe = (folder / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& call : writing_calls(operand)) {
    EXPECT_GT(piped(call, pipe).size(), 60u) << call;
    EXPECT_TRUE(std::filesystem::is_fifo(pipe)) << call;
    const ProcessResult refused = modlab(call + (folder / ".").string());
    EXPECT_EQ(refused.status, 2) << call;
    EXPECT_EQ(line_count(refused.err), 1u) << refused.err;
    EXPECT_THAT(refused.err, HasSubstr(": cannot be written: Is a directory")) << call;
  }
  std::filesystem::create_symlink("target.html", folder / "link.html");
  EXPECT_EQ(modlab(writing_calls(operand).front() + (folder / "link.html").string()).status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.html"));
  EXPECT_THAT(read_file(folder / "target.html").substr(0, 100), StartsWith("<!DOCTYPE html>"));
}

TEST(Output, NeverReplacesAnInput) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const std::string run = (folder / "run.csv").string();
  for (const char* each : {".csv", ".json", ".samples.csv"})
    fs::copy_file(MODLAB_SOURCE_DIR "/results/lavapipe/aa/aa-1" + std::string(each),
                  folder / ("run" + std::string(each)));
  write_text(folder / "run.notes.json", "notes");
  write_text(folder / "mine.hlsl",
             "// modlab: op floor\n// modlab: dtype f32\n// modlab: threads 64\n// modlab: elements 1\n#include "
             "\"part.hlsli\"\n");
  write_text(folder / "part.hlsli", "mine");
  fs::create_symlink("run.json", folder / "link.html");
  fs::create_hard_link(folder / "run.csv", folder / "hard.csv");
  struct Case {
    std::string call, out;
  };
  std::vector<Case> cases{{"compile --op floor --kernel " + (folder / "mine.hlsl").string(), "part.hlsli"},
                          {"compute --op floor --a a.npy --b b.npy --shaders " + run, "hard.csv"},
                          {"merge " + run + " --tuned " + (folder / "new.json").string(), "new.csv"},
                          {"tune --tuned " + (folder / "./new.json").string(), "new.csv"}};
  for (const char* out : {"run.json", "./run.samples.csv", "link.html", "hard.csv", "run.notes.json"})
    for (const std::string& call :
         {"report " + run, "report " MODLAB_SOURCE_DIR "/results/lavapipe/tune.csv --history " + run,
          "compare " + run + " " + run, "compare " MODLAB_SOURCE_DIR "/results/lavapipe/aa/aa-1.csv " + run,
          "replay " + run})
      cases.push_back({call, out});
  const auto contents = [&] {
    std::map<fs::path, std::string> files;
    for (const fs::path& file : entries_of(folder / ".")) files[file] = read_file(file);
    return files;
  };
  const auto before = contents();
  for (const auto& [call, out] : cases) {
    const ProcessResult refused = modlab(call + " --out " + (folder / ".").string() + "/" + out);
    EXPECT_EQ(refused.status, 2) << call;
    EXPECT_EQ(line_count(refused.err), 1u) << refused.err;
    EXPECT_THAT(refused.err, testing::AnyOf(HasSubstr(": is read by this call"), HasSubstr(": would be written twice")))
        << call << out;
  }
  EXPECT_EQ(contents(), before);
}

TEST(Output, OfAJournalReplacesNothingBesideIt) {
  const TemporaryFolder folder;
  write_text(folder / "package.json", "mine");
  const std::string calls[] = {"tune --op floor --shape 64 --budget 1e --out " + (folder / "package.csv").string(),
                               "tune --op floor --shape 64 --budget 1e --out " + (folder / "run.json").string()};
  const std::string words[] = {"package.json: is there already", "run.json: would be the run's context"};
  for (std::size_t i = 0; i < std::size(calls); ++i) {
    const ProcessResult refused = modlab(calls[i]);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr(words[i]));
    EXPECT_EQ(line_count(refused.err), 1u) << refused.err;
  }
  EXPECT_EQ(read_file(folder / "package.json"), "mine");
  EXPECT_EQ(entries_of(folder / ".").size(), 1u);
}

TEST(Output, OfAJournalIsARegularFile) {
  const TemporaryFolder folder;
  const std::string pipe = (folder / "pipe.csv").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  write_sample_run(folder / "run.csv");
  for (const std::string& call :
       {"merge " + (folder / "run.csv").string() + " --out " + pipe, "tune --op floor --shape 64 --out " + pipe}) {
    const ProcessResult refused = modlab(call);
    EXPECT_EQ(refused.status, 2) << call;
    EXPECT_EQ(line_count(refused.err), 1u) << refused.err;
  }
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST(Output, TunedConfigurationsThatCannotBeKeptAreRefusedBeforeTheRun) {
  const TemporaryFolder folder;
  write_sample_run(folder / "run.csv");
  write_text(folder / "mine.json", "mine");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  const std::string out = (folder / "out.csv").string();
  for (const std::string& tuned :
       {(folder / "mine.json").string(), (folder / "mine.json" / "below.json").string(), (folder / ".").string(),
        (folder / "pipe").string(), std::string("/proc/nowhere/tuned.json")})
    for (const std::string& run :
         {std::string("tune --op floor --shape 64 --budget 1e"), "merge " + (folder / "run.csv").string()}) {
      const ProcessResult refused = modlab(run + " --out " + out + " --tuned " + tuned);
      EXPECT_EQ(refused.status, 2) << run;
      EXPECT_EQ(refused.out, "");
      EXPECT_EQ(line_count(refused.err), 1u) << refused.err;
      EXPECT_THAT(refused.err, StartsWith("modlab: " + tuned + ": "));
      EXPECT_FALSE(std::filesystem::exists(out)) << tuned;
    }
  EXPECT_EQ(read_file(folder / "mine.json"), "mine");
}

TEST(Output, RunsOfTheSameSecondGetDifferentNames) {
  const TemporaryFolder folder;
  const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
  for (int second = 0; second < 60; ++second)  // until it has started
    write_text(folder / fmt::format("{:%Y-%m-%dT%H-%M-%SZ}-measure.csv", now + std::chrono::seconds(second)), "a run");
  const ProcessResult result =
      modlab("measure --op floor --shape 64 --rounds 1 --variant raw-b4-x1-t64-group-split-root-d3dcompile-5.1",
             {"MODLAB_RESULTS_DIR=" + (folder / "").string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Z-measure-2.csv\n"));
  EXPECT_EQ(read_file(folder / fmt::format("{:%Y-%m-%dT%H-%M-%SZ}-measure.csv", now)), "a run");
}

/// A call by a shell, with $MODLAB for the program.
ProcessResult shell(const std::string& line) {
  return run_process({"/bin/bash", "-c", line}, {"MODLAB=" MODLAB_PROGRAM});
}

TEST(Output, ThatStdoutDoesNotTakeIsAFault) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const std::string run = MODLAB_SOURCE_DIR "/results/h200/exhaustive.csv";
  for (const std::string& call : {std::string("--help"), std::string("--version"), "summary " + run,
                                  "compare " + kTwoRuns, std::string("variants --op floor --shape 64")}) {
    const ProcessResult full = shell("\"$MODLAB\" " + call + " > /dev/full");
    EXPECT_EQ(full.status, 1) << call;
    EXPECT_EQ(full.err, "modlab: stdout: cannot be written: No space left on device\n") << call;
    for (const char* how : {"", "trap '' PIPE; "}) {
      const ProcessResult closed = shell(how + std::string("\"$MODLAB\" ") + call + " | :");
      EXPECT_EQ(closed.err, "") << call;
    }
  }
}

}  // namespace
}  // namespace modlab::cli
