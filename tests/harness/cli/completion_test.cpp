#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/harness/cli/program.h"

namespace modlab::cli {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> lines_in(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// What is offered in place of the last word.
std::vector<std::string> offered(std::vector<std::string> words) {
  words.insert(words.begin(), {MODLAB_PROGRAM, "complete"});
  const ProcessResult result = run_process(words);
  EXPECT_EQ(result.status, 0) << result.err;
  return lines_in(result.out);
}

/// The same as bash does it, at the end of a line.
std::vector<std::string> offered_by_bash(const std::string& line) {
  const ProcessResult result =
      run_process({"/bin/bash", "-c",
                   R"(source "$0/packaging/modlab.bash"; COMP_LINE=$1; COMP_POINT=${#1}; _modlab; )"
                   R"(printf '%s\n' "${COMPREPLY[@]}")",
                   MODLAB_SOURCE_DIR, MODLAB_PROGRAM + (" " + line)});
  EXPECT_EQ(result.status, 0) << result.err;
  return lines_in(result.out);
}

TEST(CliComplete, OffersCommandsButNotTheHiddenOnes) {
  EXPECT_THAT(offered({"ver"}), ElementsAre("verify"));
  EXPECT_THAT(offered({"kernel", ""}), ElementsAre("new", "try"));
  EXPECT_THAT(offered({""}), testing::AllOf(Contains("tune"), Not(Contains("worker")), Not(Contains("complete"))));
}

TEST(CliComplete, OffersOptionsOfTheCommand) {
  EXPECT_THAT(offered({"tune", "--budget"}), ElementsAre("--budget", "--budget-per"));
  EXPECT_THAT(offered({"summary", "--budget"}), IsEmpty());
  EXPECT_THAT(offered({"kernel", "try", "--wat"}), ElementsAre("--watch"));
}

TEST(CliComplete, OffersValuesAlsoWithinAList) {
  EXPECT_THAT(offered({"tune", "--op", ""}), ElementsAre("floor", "truncate", "all"));
  EXPECT_THAT(offered({"tune", "--dtype", "f32,i1"}), ElementsAre("f32,i16"));
  EXPECT_THAT(offered({"compute", "--op", ""}), ElementsAre("floor", "truncate"));
  EXPECT_THAT(offered({"verify", "--against", ""}), ElementsAre("directml"));
}

TEST(CliComplete, LeavesFilesToTheShell) {
  EXPECT_THAT(offered({"report", "--against", ""}), IsEmpty());
  EXPECT_THAT(offered({"summary", ""}), IsEmpty());
}

/// All of them as one list.
std::string list_of(const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& value : values)
    if (value != "all") list += (list.empty() ? "" : ",") + value;
  return list;
}

TEST(CliComplete, EveryOfferedValueIsAccepted) {
  std::vector<std::string> call{MODLAB_PROGRAM, "data", "--shape", "4x4x4x4", "--a", "/dev/null/a.npy"};
  for (const std::string option : {"--op", "--dtype", "--layout", "--placement", "--data-set"})
    call.insert(call.end(), {option, list_of(offered({"data", option, ""}))});
  EXPECT_THAT(run_process(call).err, HasSubstr("one workload at a time"));  // all of them are known

  call = {MODLAB_PROGRAM, "variants", "--op", "floor"};
  for (const std::string& axis : offered({"variants", "--where", ""})) {
    std::vector<std::string> values = offered({"variants", "--where", axis});
    for (std::size_t i = 1; i < values.size(); ++i) values[i].erase(0, axis.size());
    call.insert(call.end(), {"--where", list_of(values)});
  }
  const ProcessResult result = run_process(call);
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST(CliComplete, BashReplacesWhatFollowsAnEqualsSign) {
  EXPECT_THAT(offered_by_bash("tune --wh"), ElementsAre("--where"));
  EXPECT_THAT(offered_by_bash("tune --where acc"), ElementsAre("access=", "accuracy="));
  EXPECT_THAT(offered_by_bash("tune --where access=raw,st"), ElementsAre("raw,structured"));
  EXPECT_THAT(offered_by_bash("tune --op "), ElementsAre("floor", "truncate", "all"));
}

TEST(CliManual, HasEveryCommandAndOptionOfTheHelp) {
  std::string page = modlab("--manual").out;
  for (std::size_t at; (at = page.find("\\-")) != std::string::npos;) page.erase(at, 1);
  for (const std::string& command : offered({""})) {
    EXPECT_THAT(page, HasSubstr(".SS " + command + "\n"));
    for (const std::string& option : offered({command, "--"}))
      if (option != "--help") {
        EXPECT_THAT(page, HasSubstr(".B " + option)) << command;
      }
  }
}

}  // namespace
}  // namespace modlab::cli
