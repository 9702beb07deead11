// What somebody else's files hold, as a terminal and a spreadsheet get it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/store/csv.h"
#include "harness/store/journal.h"
#include "harness/system/file.h"
#include "tests/harness/cli/program.h"
#include "tests/support/run_files.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

/// A file's text with ESC and CSI where it has their names.
void put_controls(const std::filesystem::path& file, const std::string& escape, const std::string& introducer) {
  std::string text = read_file(file);
  for (const auto& [name, control] : {std::pair("ESC", escape), std::pair("CSI", introducer)})
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + control.size()))
      text.replace(at, 3, control);
  replace_file(file, text);
}

/// A run whose every name and message is hostile.
std::string write_hostile_run(const std::filesystem::path& path) {
  store::Journal journal = store::Journal::create(path);
  const std::string variant = "raw-b4-x1-t64-group-split-root-d3dcompile-5.1";
  for (store::Row row : {measured_row("floor", variant, 800e3), failed_row("truncate", variant, "ESC]0;owned")}) {
    row.adapter = "ESC[31mred";
    row.data_set = "mixedCSI31m|";
    row.mode = "warm";
    row.tie = row.median_ns ? "best" : "";
    journal.append(row);
  }
  store::RunContext context = sample_context();
  context.run = "ESC[2J";
  context.mode = "warm";
  context.finished = context.started;
  context.host = context.revision = context.compiler_version = "CSI31m";
  context.device.adapter = "ESC[31mred";
  context.device.driver = context.device.implementation = "ESC[31mCSI1m";
  context.workloads = {
      {.workload = "floor/f32/1048576/packed/out/mixedCSI31m|", .unconfirmed = "ESC[31m", .faults = {"ESCc"}}};
  store::write_context(path, context);
  put_controls(path, "\x1b", "\xc2\x9b");
  put_controls(store::context_path(path), "\\u001b", "\xc2\x9b");
  return path.string();
}

bool has_controls(const std::string& text) {
  return text.find("\xc2\x9b") != std::string::npos ||
         std::ranges::any_of(text, [](unsigned char c) { return (c < ' ' && c != '\n') || c == 0x7f; });
}

TEST(ForeignText, NeverReachesATerminalAsControlCharacters) {
  const TemporaryFolder folder;
  const std::string run = write_hostile_run(folder / "run.csv");
  const std::string table = (folder / "table.csv").string();
  std::string all;
  for (const std::string& call :
       {"summary " + run, "summary " + run + " --markdown", "summary " + run + " --markdown --by access",
        "summary " + run + " --markdown --cost", "summary " + run + " --json",
        "compare --variants " + run + " " + run + " --out " + table, "compare --json " + run + " " + run,
        "history " + run + " " + run, "history --json " + run + " " + run}) {
    const ProcessResult result = modlab(call);
    EXPECT_EQ(result.err, "") << call;
    EXPECT_FALSE(has_controls(result.out + result.err)) << call << '\n' << result.out;
    if (call.find("--json") != std::string::npos) {
      EXPECT_NE(nlohmann::json::parse(result.out).dump().find("\\u001b"), std::string::npos) << call;
    }
    all += result.out;
  }
  for (const char* shown : {"\\x1b[31mred", "\\x1b]0;owned", "\\u009b31m"}) EXPECT_THAT(all, testing::HasSubstr(shown));
  EXPECT_FALSE(has_controls(read_file(table)));
}

TEST(ForeignText, CannotPassForLinesOfOurs) {
  const TemporaryFolder folder;
  const auto file = [&](const char* name) { return (folder / name).string(); };
  const std::string forged = "raw\nFORGED";
  {
    store::Journal journal = store::Journal::create(file("run.csv"));
    for (const char* op : {"floor", "truncate"}) {
      store::Row row = measured_row(op, forged, 800e3);
      row.adapter = row.data_set = row.mode = row.stop = forged;
      row.tie = "best";
      journal.append(row);
      store::Row failed = failed_row(op, "a" + forged, "error:\nFORGED");
      failed.adapter = failed.data_set = failed.mode = failed.status = forged;
      journal.append(failed);
    }
  }
  store::RunContext context = sample_context();
  context.run = context.mode = context.host = context.revision = context.compiler_version = forged;
  context.device.adapter = context.device.driver = context.device.implementation = forged;
  context.workloads = {{.workload = "floor/f32/1048576/packed/out/" + forged,
                        .aa_variant = forged,
                        .aa_verdict = forged,
                        .unconfirmed = forged,
                        .unsettled = {forged},
                        .faults = {forged}}};
  store::write_context(file("run.csv"), context);
  for (const std::string& call : {"summary " + file("run.csv"), "summary --markdown " + file("run.csv"),
                                  "compare --variants " + file("run.csv") + " " + file("run.csv"),
                                  "history " + file("run.csv") + " " + file("run.csv")}) {
    const ProcessResult result = modlab(call);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(result.out, testing::HasSubstr("FORGED")) << call;
    EXPECT_THAT(result.out, testing::Not(testing::HasSubstr("\nFORGED"))) << call;
  }
}

TEST(ForeignText, InErrorsIsEscapedToo) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"summary", "\x1b[31m.csv"},
                                             {"\x1b[31m"},
                                             {"tune", "--\x1b[31m"},
                                             {"tune", "--dtype", "\x1b[31m"},
                                             {"tune", "--seed", "\x1b[31m"},
                                             {"replay", "\x1b[31m.csv", "--hints", "\x1b[31m"}}) {
    std::vector<std::string> command{MODLAB_PROGRAM};
    command.insert(command.end(), words.begin(), words.end());
    const ProcessResult result = run_process(command);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(line_count(result.err), 1u) << result.err;
    EXPECT_THAT(result.err, testing::HasSubstr("\\x1b[31m"));
    EXPECT_FALSE(has_controls(result.err)) << result.err;
  }
}

TEST(ForeignText, BeginsNoFormulaInATable) {
  const TemporaryFolder folder;
  const std::string formula = "=cmd|' /C calc'!A0";
  {
    store::Journal journal = store::Journal::create(folder / "run.csv");
    store::Row row = failed_row("floor", "raw-b16", formula);
    row.adapter = formula;
    journal.append(row);
  }
  EXPECT_EQ(store::read_journal(folder / "run.csv").rows.front().detail, formula) << "read back as it was";
  EXPECT_THAT(read_file(folder / "run.csv"), testing::HasSubstr(",'" + formula + ","));
  EXPECT_THAT(read_file(folder / "run.csv"), testing::Not(testing::HasSubstr("," + formula)));
}

}  // namespace
}  // namespace modlab::cli
