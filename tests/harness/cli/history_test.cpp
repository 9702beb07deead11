// `modlab history` as a user runs it.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/harness/cli/program.h"

namespace modlab::cli {
namespace {

const std::string kLavapipe = std::string(MODLAB_SOURCE_DIR) + "/results/lavapipe";

TEST(HistoryCommand, EqualRunsOfOneBuildHaveNoChangePoint) {
  std::string call = "history";
  for (int i = 8; i >= 1; --i) call += fmt::format(" {}/aa/aa-{}.csv", kLavapipe, i);
  const ProcessResult told = modlab(call);
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_TRUE(told.out.starts_with("run  started")) << told.out;
  EXPECT_NE(told.out.find("over 8 runs: 0 change points\n"), std::string::npos) << told.out;
}

TEST(HistoryCommand, PassesOverFilesOfSamples) {
  const std::string runs = kLavapipe + "/aa/aa-";
  const ProcessResult told =
      modlab("history " + runs + "1.csv " + runs + "1.samples.csv " + runs + "2.csv " + runs + "2.samples.csv");
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_NE(told.out.find("over 2 runs"), std::string::npos) << told.out;
}

TEST(HistoryCommand, PrintsJson) {
  const std::string run = kLavapipe + "/tune.csv";
  const ProcessResult told = modlab("history " + run + " " + run + " --json");
  EXPECT_EQ(told.status, 0) << told.err;
  const auto printed = nlohmann::json::parse(told.out);
  EXPECT_EQ(printed["runs"].size(), 2U);
  for (const auto& series : printed["series"]) EXPECT_EQ(series["overall"]["verdict"], "SAME") << series;
}

TEST(HistoryCommand, RefusesRunsOfDifferentAdaptersInOneLine) {
  const ProcessResult told =
      modlab(fmt::format("history {}/tune.csv {}/results/h200/tune.csv", kLavapipe, MODLAB_SOURCE_DIR));
  EXPECT_EQ(told.status, 2);
  EXPECT_EQ(told.out, "");
  EXPECT_EQ(line_count(told.err), 1U) << told.err;
  EXPECT_NE(told.err.find("different adapters"), std::string::npos) << told.err;
}

}  // namespace
}  // namespace modlab::cli
