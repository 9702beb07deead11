#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>

#include "harness/cli/commands.h"
#include "harness/statistics/statistics.h"
#include "harness/store/csv.h"
#include "harness/store/journal.h"
#include "harness/system/file.h"
#include "harness/tune/replay.h"
#include "harness/tune/strategy.h"
#include "kernels/error.h"

namespace modlab {
namespace {

struct ReplayCall {
  std::string run;
  std::string out;
  std::uint64_t seeds = 100;
};

/// The table shows the regret after these shares of the space.
constexpr std::array kShares{0.01, 0.02, 0.05, 0.10, 0.15, 0.25};
/// A variant this close to the optimum counts as good in the last column.
constexpr double kGood = 0.02;
constexpr double kGoodShare = 0.15;

/// One strategy on one record, over all seeds.
struct Replayed {
  const Record* record;
  std::string_view strategy;
  std::vector<RegretCurve> curves;

  [[nodiscard]] std::vector<double> regrets(double evaluations) const {
    std::vector<double> values;
    for (const RegretCurve& curve : curves) values.push_back(curve.at(evaluations));
    std::ranges::sort(values);
    return values;
  }
};

std::string table_line(const Replayed& replayed) {
  const auto size = static_cast<double>(replayed.record->entries.size());
  std::string line = fmt::format("  {:<12}", replayed.strategy);
  for (const double share : kShares) {
    const auto regrets = replayed.regrets(share * size);
    line += fmt::format("{:>14}",
                        fmt::format("{:.1f} ({:.1f})", 100 * quantile(regrets, 0.5), 100 * quantile(regrets, 0.95)));
  }
  const auto regrets = replayed.regrets(kGoodShare * size);
  const auto good = std::ranges::upper_bound(regrets, kGood) - regrets.begin();
  return line + fmt::format("{:>10.0f} %\n", 100.0 * static_cast<double>(good) / static_cast<double>(regrets.size()));
}

void write_csv(const std::string& path, const std::vector<Replayed>& all) {
  std::string text = "workload,accuracy,strategy,space,seeds,evaluations,median_regret,p95_regret,adapter\n";
  for (const Replayed& replayed : all) {
    const std::size_t size = replayed.record->entries.size();
    // Every evaluation at first, where the curves are steep; then every 1 % of the space.
    for (std::size_t n = 1; n <= size; n += n < 100 ? 1 : std::max<std::size_t>(1, size / 100)) {
      const auto regrets = replayed.regrets(static_cast<double>(n));
      text += fmt::format("{},{},{},{},{},{},{:.6g},{:.6g},{}\n", csv_field(replayed.record->workload),
                          name_of(replayed.record->accuracy), replayed.strategy, size, replayed.curves.size(), n,
                          quantile(regrets, 0.5), quantile(regrets, 0.95), csv_field(replayed.record->adapter));
    }
  }
  replace_file(path, text);
}

int run_replay(const ReplayCall& options) {
  const JournalText journal = read_journal(options.run);
  const auto records = make_records(journal.rows, read_samples(options.run));
  if (records.empty())
    throw Error(
        fmt::format("{}: no workload has enough measured variants to search; record one with `modlab tune "
                    "--strategy exhaustive`",
                    options.run));
  std::vector<Replayed> all;
  for (const Record& record : records) {
    fmt::print("{}, {}{}{}: {} variants\n  {:<12}", record.workload, name_of(record.accuracy),
               record.adapter.empty() ? "" : ", ", record.adapter, record.entries.size(), "");
    for (const double share : kShares)
      fmt::print("{:>14}", fmt::format("{:.0f} evals", share * static_cast<double>(record.entries.size())));
    fmt::print("{:>12}\n", "good");
    for (const StrategyInfo& strategy : strategies()) {
      if (strategy.uses_known) continue;  // a record has no other workload to start from
      Replayed replayed{&record, strategy.name, {}};
      for (std::uint64_t seed = 1; seed <= options.seeds; ++seed)
        replayed.curves.push_back(replay(record, strategy.name, seed, static_cast<double>(record.entries.size())));
      fmt::print("{}", table_line(replayed));
      all.push_back(std::move(replayed));
    }
  }
  fmt::print(
      "\nRegret in percent of the optimum: median of {} seeds (95th percentile). good: seeds within {:.0f} % "
      "of the optimum after {:.0f} % of the evaluations.\n",
      options.seeds, 100 * kGood, 100 * kGoodShare);
  if (!options.out.empty()) write_csv(options.out, all);
  return 0;
}

}  // namespace

Action add_replay_command(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("replay", "Run every strategy on recorded data: regret by evaluations");
  auto options = std::make_shared<ReplayCall>();
  command.add_option("run.csv", options->run, "The journal of an exhaustive run")->required();
  command.add_option("--seeds", options->seeds, "Searches per strategy")->check(CLI::PositiveNumber);
  command.add_option("--out", options->out, "Also write the regret curves to this CSV");
  return [options](const auto&) { return run_replay(*options); };
}

}  // namespace modlab
