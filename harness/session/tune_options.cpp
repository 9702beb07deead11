#include "harness/session/tune_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/session/choices.h"

namespace modlab::session {

void TuneOptions::add_run_to(CLI::App& command) {
  workload.add_to(command);
  space.add_to(command);
  platform.add_to(command);
  evaluation.add_to(command);
  evaluation.add_peer_to(command);
  conditions.add_to(command);
  sampling.add_to(command, {},
                  "At least this many rounds per comparison, as far as the budget allows; without one, 2 s per "
                  "variant for every 40 rounds");
  command.add_option("--out", out, "The journal to write (default: a new file in results/runs)");
  command.add_option("--resume", resume, "Resume the journal of a stopped run, or start it if there is none yet");
  command.add_option("--seed", seed, "Seed of the data and of every random order")->transform(whole_number());
}

void TuneOptions::add_search_to(CLI::App& command) {
  std::string summaries;
  for (const tune::StrategyInfo& each : tune::strategies())
    summaries += fmt::format("{}{}: {}", summaries.empty() ? "" : "; ", each.name, each.summary);
  choose_from(command.add_option("--strategy", strategy, summaries)->capture_default_str(),
              names_in(tune::strategies()));
  command.add_flag(
      "--no-transfer", no_transfer,
      "Search every workload as if it were the first; by default what one has shown orders the next search");
  command.add_option("--tuned", tuned, "The file to add the best variants to (default: tuned.json in results/runs)");
  command.add_option("--budget", budget,
                     "Wall time, such as 60s or 5m, or evaluations, such as 200e (default: 60s; exhaustive: none)");
  choose_from(command.add_option("--budget-per", budget_per, "What the budget is for (default: run)"),
              {"run", "workload"});
  command.add_option("--shard", shard,
                     "Only part i of n, as i/n with i from 0: of the workloads, or of each one's variants where there "
                     "are fewer than n; `modlab merge` joins the journals");
}

tune::TuneRequest TuneOptions::run() const {
  tune::TuneRequest request;
  request.filter = space.filter();
  request.workloads = workload.workloads(request.filter.kernels);
  request.conditions = conditions.conditions();
  request.sampling = sampling.rule();
  request.seed = seed;
  return request;
}

tune::TuneRequest TuneOptions::search() const {
  tune::TuneRequest request = run();
  request.strategy = strategy;
  request.transfer = !no_transfer;
  request.budget = parse_budget(budget, budget_per, strategy);
  if (!shard.empty()) request.shard = tune::parse_shard(shard);
  return request;
}

}  // namespace modlab::session
