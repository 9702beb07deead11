#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/read_rows.h"
#include "harness/report/merge.h"
#include "harness/report/summary.h"
#include "harness/session/session.h"
#include "harness/store/tuned.h"
#include "harness/system/console.h"
#include "harness/system/path.h"

namespace modlab::cli {
namespace {

struct MergeCall {
  std::vector<std::string> journals;
  std::string out;
  std::string tuned;
};

int merge(const MergeCall& options, const std::vector<std::string>& words) {
  const std::filesystem::path tuned = options.tuned.empty() ? session::default_tuned() : path_of(options.tuned);
  const std::filesystem::path out = path_of(options.out);
  store::check_name(out);
  session::Paths outputs = session::files_of_run(out);
  outputs.push_back(tuned);
  session::check_outputs(outputs, files_of_runs(options.journals));
  store::check_tuned(tuned);
  std::vector<report::SampledRun> runs;
  for (const std::string& journal : options.journals)
    runs.push_back({read_run(journal), store::read_samples(path_of(journal))});
  const report::MergedRun merged = report::merge_runs(std::move(runs), out.stem().string(), words);
  report::write_merged(out, merged);
  print("{}\njournal {}\n", report::summarize(merged.rows, merged.context), out.string());
  if (store::merge_tuned(tuned, store::tuned_configurations(merged.rows, merged.context)))
    print("tuned {}\n", tuned.string());
  return 0;
}

}  // namespace

Action add_merge_command(CLI::App& program) {
  CLI::App& command =
      *program.add_subcommand("merge", "Merge the journals of the shards of a sweep, or of several adapters, into one");
  auto options = std::make_shared<MergeCall>();
  command.add_option("runs.csv", options->journals, "The journals")->required();
  command.add_option("--out", options->out, "The journal to write, which must not exist yet")->required();
  command.add_option("--tuned", options->tuned,
                     "The file to add the best variants to (default: tuned.json in results/runs)");
  return [options](const std::vector<std::string>& words) { return merge(*options, words); };
}

}  // namespace modlab::cli
