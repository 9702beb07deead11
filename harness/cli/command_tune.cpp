#include <fmt/format.h>

#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/progress.h"
#include "harness/report/summary.h"
#include "harness/session/session.h"
#include "harness/store/tuned.h"
#include "harness/tune/strategy.h"
#include "kernels/error.h"

namespace modlab {
namespace {

struct Options {
  WorkloadOptions workload;
  SpaceOptions space;
  PlatformOptions platform;
  std::string strategy{kDefaultStrategy};
  std::string tuned;
  std::string budget;
  std::string out;
  std::uint64_t seed = 1;
  ConditionOptions conditions;
};

std::shared_ptr<Options> add_common(CLI::App& command) {
  auto options = std::make_shared<Options>();
  options->workload.add_to(command, {.type = "f32", .shape = "1048576", .data_set = "mixed"});
  options->space.add_to(command);
  options->platform.add_to(command);
  options->conditions.add_to(command);
  command.add_option("--out", options->out, "The journal to write (default: a new file in results/runs)");
  command.add_option("--seed", options->seed, "Seed of the data and of every random order");
  return options;
}

/// Runs the request into a new journal, with progress, and prints the summary. The best go into the database `tuned`,
/// where one is named.
int run_and_summarize(const Options& options, TuneRequest request, const std::string& name, const std::string& words,
                      const std::filesystem::path& tuned = {}) {
  request.workloads = options.workload.workloads();
  request.filter = options.space.filter();
  request.seed = options.seed;
  request.conditions = options.conditions.conditions();
  Session session = open_session(options.platform, options.conditions.stable_power());
  check_workloads(request.workloads, request.seed, session.lab.platform, request.filter, request.conditions);
  Journal journal = Journal::create(options.out.empty() ? default_journal(name) : std::filesystem::path(options.out));
  RunContext context = begin_context(session, journal.path(), words);
  ProgressLine line;
  tune(session.lab, request, journal, context,
       [&](const Progress& progress) { line.show(progress_text(progress, request.budget_s)); });
  line.clear();
  fmt::print("{}\njournal {}\n", summarize(journal.rows(), context), journal.path().string());
  if (!tuned.empty()) {
    merge_tuned(tuned, tuned_configurations(journal.rows(), context));
    fmt::print("tuned {}\n", tuned.string());
  }
  return 0;
}

}  // namespace

Action add_tune_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("tune", "Search the best variant of each workload; keep every result");
  auto options = add_common(command);
  std::string choices;
  for (const StrategyInfo& strategy : strategies())
    choices += fmt::format("{}{}: {}", choices.empty() ? "" : "; ", strategy.name, strategy.summary);
  command.add_option("--strategy", options->strategy, choices)->capture_default_str();
  command.add_option("--tuned", options->tuned,
                     "The database that gets the best variants (default: tuned.json in results/runs)");
  command.add_option("--budget", options->budget,
                     "Wall time for the whole run, such as 60s or 5m (default: 60s; exhaustive: none)");
  return [options](const std::string& words) {
    TuneRequest request;
    request.strategy = options->strategy;
    static_cast<void>(make_strategy(options->strategy, {}));  // refuses an unknown name before anything starts
    if (!options->budget.empty())
      request.budget_s = parse_duration_s(options->budget);
    else if (options->strategy != "exhaustive")
      request.budget_s = 60;
    const std::filesystem::path tuned =
        options->tuned.empty() ? default_tuned() : std::filesystem::path(options->tuned);
    if (options->strategy == "nearest") request.known = read_tuned(tuned);
    return run_and_summarize(*options, std::move(request), "tune", words, tuned);
  };
}

Action add_measure_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("measure", "Time chosen variants against each other, round by round");
  auto options = add_common(command);
  return [options](const std::string& words) {
    if (!options->space.given())
      throw Error("measure: name what to measure with --variant or --where; `modlab tune` searches the whole space");
    TuneRequest request;
    request.strategy = "exhaustive";
    request.confirm_all = true;
    return run_and_summarize(*options, std::move(request), "measure", words);
  };
}

}  // namespace modlab
