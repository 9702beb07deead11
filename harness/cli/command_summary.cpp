#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/read_rows.h"
#include "harness/report/markdown.h"
#include "harness/report/summary.h"
#include "kernels/error.h"

namespace modlab {
namespace {

struct Options {
  std::string run;
  bool markdown = false;
  std::vector<std::string> peers;
  std::string by;
  std::string only = "*/*/*/*/*/*";
};

std::vector<Row> read_peers(const std::vector<std::string>& journals) {
  std::vector<Row> peers;
  for (const std::string& journal : journals) std::ranges::move(read_rows(journal), std::back_inserter(peers));
  return peers;
}

int summary(const Options& options) {
  if (!options.peers.empty() && !options.markdown) throw Error("--peers is for --markdown; `modlab compare` has more");
  if (!options.by.empty() && !options.markdown) throw Error("--by is for --markdown");
  if (!options.by.empty() && !options.peers.empty()) throw Error("give --by or --peers; not both");
  const std::vector<Row> all = read_rows(options.run);
  const std::vector<Row> rows = rows_of_workloads(all, options.only);
  if (rows.empty() && !all.empty())
    throw Error(fmt::format("--only '{}': no workload of {} fits", options.only, options.run));
  if (!options.markdown)
    fmt::print("{}", summarize(rows, read_context(options.run)));
  else if (!options.by.empty())
    fmt::print("{}", markdown_table_by(rows, options.by));
  else
    fmt::print("{}", markdown_table(rows, read_peers(options.peers)));
  return 0;
}

}  // namespace

Action add_summary_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("summary", "Winners, tie sets, roofline and noise floor of a run");
  auto options = std::make_shared<Options>();
  command.add_option("run.csv", options->run, "The journal")->required();
  command.add_flag("--markdown", options->markdown, "The best exact variants alone, as a table for a README");
  command.add_option("--peers", options->peers, "Journals of others on the same workloads, to stand beside them");
  command.add_option("--by", options->by,
                     "With --markdown: an axis, and what the best variant with each of its values reaches");
  command.add_option("--only", options->only, "The workloads that fit, as floor/*/*/packed/*/mixed");
  return [options](const std::string&) { return summary(*options); };
}

}  // namespace modlab
