#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/read_rows.h"
#include "harness/report/history_text.h"
#include "harness/session/documents.h"
#include "harness/session/options.h"
#include "harness/system/console.h"

namespace modlab::cli {
namespace {

struct HistoryCall {
  std::vector<std::string> journals;
  std::string false_alarms = "1%";
  bool json = false;
};

int history(const HistoryCall& options) {
  const double false_alarms = session::parse_share(options.false_alarms);
  const std::vector<report::RunFiles> runs = read_runs(options.journals);
  const report::History history = report::history_of(runs, false_alarms);
  print_text(options.json ? report::history_json(history) : report::history_table(history));
  return 0;
}

}  // namespace

Action add_history_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand(
      "history", "The best of every workload over many runs of one adapter, and between which runs it changed");
  auto options = std::make_shared<HistoryCall>();
  command
      .add_option("run.csv", options->journals,
                  "The journals, two or more, in any order; files of samples are passed over")
      ->required();
  command.add_option("--false-alarms", options->false_alarms,
                     "Of histories of equal runs, the share that may have any change point (default: 1%)");
  command.add_flag("--json", options->json,
                   fmt::format("Print JSON for programs ({})", session::document("docs/report.md")));
  return [options](const auto&) { return history(*options); };
}

}  // namespace modlab::cli
