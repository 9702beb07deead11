// A run in which no variant of a workload passed, as users and CI meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/store/journal.h"
#include "harness/store/run_context.h"
#include "harness/system/file.h"
#include "tests/harness/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(NonePassed, IsAFaultOfARunThatEveryCommandReads) {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& name) { return (folder / name).string(); };
  const std::string call = "tune --op all --shape 4096 --only-kernel --budget 1s --tuned " + file("tuned.json") +
                           " --kernel " MODLAB_SOURCE_DIR "/tests/kernel_files/half_ok.hlsl";
  const std::string line = "modlab: floor/f32/4096/packed/out/mixed: no variant passed: wrong result: ";
  const std::string run = file("run.csv");
  for (const std::string how : {" --out ", " --resume "}) {
    const ProcessResult result = modlab(call + how + run);
    EXPECT_EQ(result.status, 1) << result.out;
    EXPECT_THAT(result.err, StartsWith(line));
    EXPECT_EQ(line_count(result.err), 1u) << result.err;
    EXPECT_THAT(result.out, HasSubstr("tuned " + file("tuned.json"))) << "what passed is kept";
  }

  // What a version before this one wrote of it.
  std::string context = read_file(store::context_path(run));
  EXPECT_EQ(context.find("null"), std::string::npos) << context;
  const auto verdict = context.find("\"aa_verdict\"");
  replace_file(store::context_path(run), context.insert(verdict, "\"aa_high\": null, "));

  const std::string for_programs[] = {"summary " + run + " --json", "compare " + run + " " + run + " --json",
                                      "history " + run + " " + run + " --json"};
  for (const std::string& command : for_programs) {
    const ProcessResult result = modlab(command);
    EXPECT_EQ(result.status, 0) << command << ": " << result.err;
    EXPECT_TRUE(nlohmann::json::accept(result.out)) << command;
  }
  for (const std::string& command :
       {"summary " + run, "summary " + run + " --markdown", "report " + run + " --out " + file("report.html"),
        "compare " + run + " " + run + " --gate", "history " + run + " " + run,
        "merge " + run + " --out " + file("merged.csv")}) {
    const ProcessResult result = modlab(command);
    EXPECT_EQ(result.status, 0) << command << ": " << result.err;
  }

  // CI compares with a run in which the other workload passed as well.
  const std::string base = file("base.csv");
  std::vector<store::Row> rows = store::read_journal(run).rows;
  rows[0] = rows[1];
  rows[0].op = "floor";
  store::Journal journal = store::Journal::create(base);
  for (store::Row& row : rows) journal.append(row);
  store::write_context(base, store::read_context(run));
  EXPECT_EQ(modlab("compare " + base + " " + run).status, 0);
  const ProcessResult gate = modlab("compare " + base + " " + run + " --gate");
  EXPECT_EQ(gate.status, 1);
  EXPECT_EQ(gate.err, "modlab: the gate fails: 1 failed\n");
  EXPECT_EQ(modlab("compare " + base + " " + run + " --gate --fail-on slower").status, 0);
}

}  // namespace
}  // namespace modlab::cli
