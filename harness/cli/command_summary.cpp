#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/read_rows.h"
#include "harness/report/markdown.h"
#include "harness/report/summary.h"
#include "harness/report/summary_json.h"
#include "harness/session/choices.h"
#include "harness/system/console.h"
#include "harness/system/path.h"
#include "kernels/choices.h"
#include "kernels/error.h"

namespace modlab::cli {
namespace {

struct SummaryCall {
  std::vector<std::string> runs;
  bool markdown = false;
  bool json = false;
  bool cost = false;
  std::vector<std::string> peers;
  std::string by;
  std::string only = "*/*/*/*/*/*";
};

std::vector<store::Row> read_all(const std::vector<std::string>& journals) {
  std::vector<store::Row> rows;
  for (const std::string& journal : journals) std::ranges::move(read_rows(path_of(journal)), std::back_inserter(rows));
  return rows;
}

std::vector<store::Row> read_matching(const std::string& run, const std::string& pattern) {
  const std::vector<store::Row> all = read_rows(path_of(run));
  std::vector<store::Row> rows = report::rows_of_workloads(all, pattern);
  if (rows.empty() && !all.empty()) throw Error(fmt::format("--only '{}': no workload of {} matches", pattern, run));
  return rows;
}

/// The context, or what the rows say of it where a power cut has left it damaged.
store::RunContext read_or_infer_context(const std::string& run, const std::vector<store::Row>& rows) {
  try {
    return store::read_context(path_of(run));
  } catch (const Error& error) {
    if (rows.empty() || !std::filesystem::exists(store::context_path(path_of(run)))) throw;
    print_error("modlab", error.what());
    store::RunContext context;
    context.run = rows.front().run;
    context.device.adapter = rows.front().adapter;
    context.mode = rows.front().mode;
    return context;
  }
}

std::string plain_summary(const std::string& run, const std::string& pattern, bool json) {
  const std::vector<store::Row> rows = read_matching(run, pattern);
  const store::RunContext context = read_or_infer_context(run, rows);
  return json ? report::summary_json(rows, context) : report::summarize(rows, context);
}

std::string cost_table(const std::vector<std::string>& runs) {
  std::vector<report::RunCost> costs;
  for (const std::string& run : runs) {
    const std::filesystem::path path = path_of(run);
    costs.push_back({path.filename().string(), read_rows(path), store::read_context(path).spent});
  }
  return report::markdown_costs(costs);
}

int summary(const SummaryCall& options) {
  if (!options.peers.empty() && !options.markdown) throw Error("--peers is for --markdown; `modlab compare` has more");
  if (!options.by.empty() && !options.markdown) throw Error("--by is for --markdown");
  if (options.cost && !options.markdown) throw Error("--cost is for --markdown");
  if (options.json && options.markdown) throw Error("give --json or --markdown; not both");
  if ((options.by.empty() ? 0 : 1) + (options.peers.empty() ? 0 : 1) + (options.cost ? 1 : 0) > 1)
    throw Error("give one of --by, --peers and --cost");
  if (options.runs.size() > 1 && !options.cost)
    throw Error("several runs are for --cost; `modlab merge` makes one of them");
  const std::string& run = options.runs.front();
  if (options.cost)
    print_text(cost_table(options.runs));
  else if (!options.markdown)
    print_text(plain_summary(run, options.only, options.json));
  else if (!options.by.empty())
    print_text(report::markdown_table_by(read_matching(run, options.only), options.by));
  else
    print_text(report::markdown_table(read_matching(run, options.only), read_all(options.peers)));
  return 0;
}

}  // namespace

Action add_summary_command(CLI::App& program) {
  CLI::App& command =
      *program.add_subcommand("summary", "Print the best variants, tie sets, roofline and noise floor of a run");
  auto options = std::make_shared<SummaryCall>();
  command.add_option("run.csv", options->runs, "The journal")->required();
  command.add_flag("--markdown", options->markdown, "Only the best exact variants, as a Markdown table");
  command.add_flag("--json", options->json, "Print JSON for programs (docs/csv.md)");
  command.add_option("--peers", options->peers,
                     "With --markdown: journals of peers on the same workloads, to compare with");
  CLI::Option* const by = command.add_option(
      "--by", options->by,
      "With --markdown: an axis, to compare the best exact variants with each of its values; in brackets "
      "the formula's where no exact one has it");
  session::offer(by, session::names_in(candidate_choices()));
  CLI::Option* const cost =
      command.add_flag("--cost", options->cost, "With --markdown: what one or more runs cost, one line per run");
  command.add_option("--only", options->only, "Only matching workloads, such as floor/*/*/packed/*/mixed")
      ->excludes(cost);
  return [options](const auto&) { return summary(*options); };
}

}  // namespace modlab::cli
