#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>

#include "harness/cli/commands.h"
#include "harness/statistics/statistics.h"
#include "harness/store/csv.h"
#include "harness/system/file.h"
#include "harness/tune/replay.h"
#include "harness/tune/search_score.h"
#include "harness/tune/strategy.h"
#include "kernels/error.h"

namespace modlab {
namespace {

struct ReplayCall {
  std::string recorded;
  std::vector<std::string> strategies;
  std::string out;
  std::uint64_t seeds = 100;
};

/// The table shows the regret after these numbers of evaluations.
constexpr std::array<std::size_t, 5> kShown{10, 20, 40, 80, 160};
/// A variant this close to the optimum counts as good in the column after this many evaluations.
constexpr double kGood = 0.02;
constexpr std::size_t kGoodAfter = 40;

/// One strategy on one space, over all seeds.
struct Replayed {
  const RecordedSpace* recorded;
  std::string_view strategy;
  std::vector<RegretCurve> curves;

  /// After so many evaluations, in ascending order.
  [[nodiscard]] std::vector<double> regrets(std::size_t evaluations) const {
    std::vector<double> values;
    for (const RegretCurve& curve : curves) values.push_back(curve.at(static_cast<double>(evaluations)));
    std::ranges::sort(values);
    return values;
  }
};

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::string score_text(const RandomBaseline& baseline, const Replayed& replayed) {
  std::vector<double> means;
  for (std::size_t n = 1; n <= std::min(baseline.budget(), replayed.recorded->entries.size()); ++n)
    means.push_back(mean_of(replayed.regrets(n)));
  const auto score = search_score(baseline, means);
  return score ? fmt::format("{:.3f}", *score) : "-";
}

std::string table_line(const RandomBaseline& baseline, const Replayed& replayed) {
  std::string line = fmt::format("  {:<12}", replayed.strategy);
  for (const std::size_t evaluations : kShown) {
    const auto regrets = replayed.regrets(evaluations);
    line += fmt::format("{:>14}",
                        fmt::format("{:.1f} ({:.1f})", 100 * quantile(regrets, 0.5), 100 * quantile(regrets, 0.95)));
  }
  const auto regrets = replayed.regrets(kGoodAfter);
  const auto good = std::ranges::upper_bound(regrets, kGood) - regrets.begin();
  const double share = 100.0 * static_cast<double>(good) / static_cast<double>(regrets.size());
  return line + fmt::format("{:>10.0f} %{:>10}\n", share, score_text(baseline, replayed));
}

std::string csv_lines(const Replayed& replayed, std::size_t last) {
  const RecordedSpace& recorded = *replayed.recorded;
  std::string lines;
  for (std::size_t n = 1; n <= last; ++n) {
    const auto regrets = replayed.regrets(n);
    lines += fmt::format("{},{},{},{},{},{},{:.6g},{:.6g},{},{:.6g}\n", csv_field(recorded.workload),
                         recorded.accuracy ? name_of(*recorded.accuracy) : "", replayed.strategy,
                         recorded.entries.size(), regrets.size(), n, quantile(regrets, 0.5), quantile(regrets, 0.95),
                         csv_field(recorded.adapter), mean_of(regrets));
  }
  return lines;
}

/// Those asked for, or all that can search a space without knowing another.
std::vector<std::string_view> chosen_strategies(const ReplayCall& options) {
  std::vector<std::string_view> chosen;
  for (const std::string& name : options.strategies) {
    if (find_strategy(name).uses_known)
      throw Error(
          fmt::format("--strategy '{}' starts from tuned configurations, which a recorded space has none of", name));
    chosen.emplace_back(name);
  }
  if (!chosen.empty()) return chosen;
  for (const StrategyInfo& strategy : strategies())
    if (!strategy.uses_known) chosen.push_back(strategy.name);
  return chosen;
}

int run_replay(const ReplayCall& options) {
  const auto chosen = chosen_strategies(options);
  std::string csv = "workload,accuracy,strategy,space,seeds,evaluations,median_regret,p95_regret,adapter,mean_regret\n";
  for (const RecordedSpace& recorded : read_recorded_spaces(options.recorded)) {
    const RandomBaseline baseline(recorded.costs());
    const std::size_t last = std::min(recorded.entries.size(), std::max(kShown.back(), baseline.budget()));
    fmt::print("{}: {} variants\n  {:<12}", title_of(recorded), recorded.entries.size(), "");
    for (const std::size_t evaluations : kShown) fmt::print("{:>14}", fmt::format("{} evals", evaluations));
    fmt::print("{:>12}{:>10}\n", "good", fmt::format("to {}", baseline.budget()));
    for (const std::string_view strategy : chosen) {
      const Replayed replayed{&recorded, strategy,
                              replay_seeds(recorded, strategy, options.seeds, static_cast<double>(last))};
      fmt::print("{}", table_line(baseline, replayed));
      csv += csv_lines(replayed, last);
    }
  }
  fmt::print(
      "\nRegret in percent of the optimum: median of {} seeds (95th percentile). good: seeds within {:.0f} % of the "
      "optimum after {} evaluations. Last: the score up to so many evaluations, 0 is random search, 1 the optimum at "
      "once.\n",
      options.seeds, 100 * kGood, kGoodAfter);
  if (!options.out.empty()) replace_file(options.out, csv);
  return 0;
}

}  // namespace

Action add_replay_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("replay", "Run every strategy on recorded data: regret by evaluations");
  auto options = std::make_shared<ReplayCall>();
  command
      .add_option("recorded", options->recorded,
                  "The journal of an exhaustive run, or a cache file of Kernel Tuner (.json)")
      ->required();
  command.add_option("--strategy", options->strategies, "Only this one; repeatable (default: every one)")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--seeds", options->seeds, "Searches per strategy")->check(CLI::PositiveNumber);
  command.add_option("--out", options->out, "Also write the regret curves to this CSV");
  return [options](const auto&) { return run_replay(*options); };
}

}  // namespace modlab
