#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <system_error>

#include "harness/cli/commands.h"
#include "harness/cli/read_rows.h"
#include "harness/html/page.h"
#include "harness/report/selection.h"
#include "harness/system/file.h"
#include "harness/system/path.h"
#include "kernels/error.h"

namespace modlab::cli {
namespace {

struct ReportCall {
  std::string run;
  std::string against;
  std::vector<std::string> peers;
  std::vector<std::string> history;
  std::string out;
  bool across = false;
};

std::vector<std::string> inputs_of(const ReportCall& options) {
  std::vector<std::string> inputs{options.run, options.against};
  for (const auto* more : {&options.peers, &options.history}) inputs.insert(inputs.end(), more->begin(), more->end());
  return inputs;
}

/// Whether the history names the run itself, as a shell's pattern may.
bool is_among(const std::string& run, const std::vector<std::string>& history) {
  std::error_code missing;
  return std::ranges::any_of(history, [&](const std::string& file) {
    return std::filesystem::equivalent(path_of(run), path_of(file), missing);
  });
}

analysis::Run read_timed_run(const std::string& journal) {
  report::RunFiles files = read_run(journal);
  report::refuse_verification(files);
  analysis::Run run = analysis::make_run(std::move(files.rows));
  run.files.path = journal;
  run.files.context = std::move(files.context);
  return run;
}

int report(const ReportCall& options) {
  session::check_outputs({path_of(options.out)}, files_of_runs(inputs_of(options)));
  const analysis::Run run = read_timed_run(options.run);
  html::ReportSources sources{.run = run, .peers = {}, .comparison = {}, .compare = {}, .history = {}};
  for (const std::string& journal : options.peers)
    std::ranges::move(read_rows(path_of(journal)), std::back_inserter(sources.peers));
  report::RunFiles base;
  if (!options.against.empty()) {
    base = read_run(options.against);
    sources.base = &base;
    sources.compare.across = options.across;
    sources.comparison = report::compare_runs(base, run.files, sources.compare);
  }
  std::vector<report::RunFiles> runs;
  if (!options.history.empty()) {
    runs = read_runs(options.history);
    if (!is_among(options.run, options.history)) runs.push_back(run.files);
    sources.history = report::history_of(runs, sources.compare.false_alarms);
  }
  replace_file(path_of(options.out), html::report_page(sources));
  return 0;
}

}  // namespace

Action add_report_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("report", "Write a run as one HTML page that needs nothing else");
  auto options = std::make_shared<ReportCall>();
  command.add_option("run.csv", options->run, "The journal")->required();
  CLI::Option* const against =
      command.add_option("--against", options->against, "An earlier run's journal, to compare with");
  command
      .add_flag("--across", options->across,
                "Compare runs even if their adapters, drivers, D3D12 implementations or modes differ")
      ->needs(against);
  command.add_option("--peers", options->peers, "Journals of peers on the same workloads");
  command.add_option("--history", options->history,
                     "Journals of earlier runs on the same adapter, in any order; files of samples are passed over");
  command.add_option("--out", options->out, "The HTML file")->required();
  return [options](const auto&) { return report(*options); };
}

}  // namespace modlab::cli
