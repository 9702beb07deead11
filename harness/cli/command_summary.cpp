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
};

std::vector<Row> read_peers(const std::vector<std::string>& journals) {
  std::vector<Row> peers;
  for (const std::string& journal : journals) std::ranges::move(read_rows(journal), std::back_inserter(peers));
  return peers;
}

int summary(const Options& options) {
  if (!options.peers.empty() && !options.markdown) throw Error("--peers is for --markdown; `modlab compare` has more");
  if (options.markdown)
    fmt::print("{}", markdown_table(read_rows(options.run), read_peers(options.peers)));
  else
    fmt::print("{}", summarize(read_rows(options.run), read_context(options.run)));
  return 0;
}

}  // namespace

Action add_summary_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("summary", "Winners, tie sets, roofline and noise floor of a run");
  auto options = std::make_shared<Options>();
  command.add_option("run.csv", options->run, "The journal")->required();
  command.add_flag("--markdown", options->markdown, "The best exact variants alone, as a table for a README");
  command.add_option("--peers", options->peers, "Journals of others on the same workloads, to stand beside them");
  return [options](const std::string&) { return summary(*options); };
}

}  // namespace modlab
