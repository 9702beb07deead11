#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>

#include "harness/cli/commands.h"
#include "harness/report/markdown_cell.h"
#include "harness/session/catalogue.h"
#include "harness/session/choices.h"
#include "harness/session/outputs.h"
#include "harness/session/quantity.h"
#include "harness/statistics/statistics.h"
#include "harness/store/csv.h"
#include "harness/store/tuned.h"
#include "harness/system/console.h"
#include "harness/system/file.h"
#include "harness/system/path.h"
#include "harness/tune/lessons.h"
#include "harness/tune/replay.h"
#include "harness/tune/search_score.h"
#include "harness/tune/strategy.h"
#include "kernels/error.h"
#include "kernels/modulus/workload.h"

namespace modlab::cli {
namespace {

struct ReplayCall {
  std::string recorded;
  std::vector<std::string> strategies;
  std::string hints{"none"};
  std::size_t lead = 0;
  bool mean = false;
  bool markdown = false;
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
  const tune::RecordedSpace* recorded;
  std::string_view strategy;
  std::vector<tune::RegretCurve> curves;

  /// After so many evaluations, in ascending order.
  [[nodiscard]] std::vector<double> regrets(std::size_t evaluations) const {
    std::vector<double> values;
    for (const tune::RegretCurve& curve : curves) values.push_back(curve.at(static_cast<double>(evaluations)));
    std::ranges::sort(values);
    return values;
  }
};

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// One strategy's line of a table, in shares of the optimum.
struct Line {
  std::string_view strategy;
  std::array<double, kShown.size()> median{};
  std::array<double, kShown.size()> p95{};
  double good = 0;  ///< a share of the seeds
  std::optional<double> score{};
};

Line line_of(const tune::RandomBaseline& baseline, const Replayed& replayed) {
  Line line{.strategy = replayed.strategy};
  for (std::size_t i = 0; i < kShown.size(); ++i) {
    const auto regrets = replayed.regrets(kShown[i]);
    line.median[i] = statistics::quantile(regrets, 0.5);
    line.p95[i] = statistics::quantile(regrets, 0.95);
  }
  const auto regrets = replayed.regrets(kGoodAfter);
  const auto good = std::ranges::upper_bound(regrets, kGood) - regrets.begin();
  line.good = static_cast<double>(good) / static_cast<double>(regrets.size());
  std::vector<double> means;
  for (std::size_t n = 1; n <= std::min(baseline.budget(), replayed.recorded->entries.size()); ++n)
    means.push_back(mean_of(replayed.regrets(n)));
  line.score = tune::search_score(baseline, means);
  return line;
}

/// The mean of one strategy's lines on several spaces, of the scores that there are.
Line mean_of(const std::vector<Line>& lines) {
  const auto mean = [&](const auto& value) {
    std::vector<double> values;
    for (const Line& line : lines) values.push_back(value(line));
    return mean_of(values);
  };
  Line all{.strategy = lines.front().strategy};
  for (std::size_t i = 0; i < kShown.size(); ++i) {
    all.median[i] = mean([i](const Line& line) { return line.median[i]; });
    all.p95[i] = mean([i](const Line& line) { return line.p95[i]; });
  }
  all.good = mean(std::mem_fn(&Line::good));
  std::vector<double> scores;
  for (const Line& line : lines)
    if (line.score) scores.push_back(*line.score);
  if (!scores.empty()) all.score = mean_of(scores);
  return all;
}

using Cells = std::vector<std::string>;

/// `to` heads the score.
Cells head_of(const std::string& to) {
  Cells cells;
  for (const std::size_t evaluations : kShown) cells.push_back(fmt::format("{} evals", evaluations));
  cells.insert(cells.end(), {"good", to});
  return cells;
}

Cells cells_of(const Line& line) {
  Cells cells;
  for (std::size_t i = 0; i < kShown.size(); ++i)
    cells.push_back(fmt::format("{:.1f} ({:.1f})", 100 * line.median[i], 100 * line.p95[i]));
  cells.push_back(fmt::format("{:.0f} %", 100 * line.good));
  cells.push_back(line.score ? fmt::format("{:.3f}", *line.score) : "-");
  return cells;
}

std::string text_row(std::string_view first, const Cells& cells) {
  std::string row = fmt::format("  {:<12}", first);
  for (const std::string& cell : cells) row += fmt::format("{:>14}", cell);
  return row + '\n';
}

std::string markdown_row(std::string_view first, const Cells& cells) {
  return fmt::format("| {} | {} |\n", first, fmt::join(cells, " | "));
}

std::string table_of(const std::string& title, const Cells& head, const std::vector<Line>& lines, bool markdown) {
  std::string table = (markdown ? report::markdown_cell(title) : title) + '\n';
  if (!markdown) {
    table += text_row("", head);
    for (const Line& line : lines) table += text_row(line.strategy, cells_of(line));
    return table;
  }
  table += '\n' + markdown_row("strategy", head) + markdown_row("---", Cells(head.size(), "--:"));
  for (const Line& line : lines) table += markdown_row(fmt::format("`{}`", line.strategy), cells_of(line));
  return table + '\n';
}

std::string csv_lines(const Replayed& replayed, std::size_t last) {
  const tune::RecordedSpace& recorded = *replayed.recorded;
  std::string lines;
  for (std::size_t n = 1; n <= last; ++n) {
    const auto regrets = replayed.regrets(n);
    lines += fmt::format("{},{},{},{},{},{},{:.6g},{:.6g},{},{:.6g}\n", store::csv_field(recorded.workload),
                         recorded.accuracy ? name_of(*recorded.accuracy) : "", replayed.strategy,
                         recorded.entries.size(), regrets.size(), n, statistics::quantile(regrets, 0.5),
                         statistics::quantile(regrets, 0.95), store::csv_field(recorded.adapter), mean_of(regrets));
  }
  return lines;
}

/// Those asked for, or all that can search a space without knowing another.
std::vector<std::string_view> chosen_strategies(const ReplayCall& options) {
  std::vector<std::string_view> chosen;
  for (const std::string& name : options.strategies) {
    if (tune::find_strategy(name).uses_known)
      throw Error(
          fmt::format("--strategy '{}' starts from tuned configurations, which a recorded space has none of", name));
    chosen.emplace_back(name);
  }
  if (!chosen.empty()) return chosen;
  for (const tune::StrategyInfo& strategy : tune::strategies())
    if (!strategy.uses_known) chosen.push_back(strategy.name);
  return chosen;
}

/// Hints are what so many evaluations of each other workload have shown.
constexpr std::size_t kLessons = 40;

store::TunedKey key_of(const tune::RecordedSpace& recorded, const Catalogue& catalogue) {
  DeviceTraits device;
  device.adapter = recorded.adapter;
  return store::tuned_key(device, catalogue.workload(recorded.workload), name_of(*recorded.accuracy), "");
}

/// What searches of every workload have shown, for the others.
class Teachers {
 public:
  Teachers(const std::vector<tune::RecordedSpace>& spaces, const Catalogue& catalogue, std::uint64_t seeds,
           bool mislead)
      : spaces_(spaces), mislead_(mislead) {
    for (const tune::RecordedSpace& recorded : spaces) {
      if (!recorded.accuracy)
        throw Error("--hints are for journals: a space of another project has no other workloads to learn from");
      keys_.push_back(key_of(recorded, catalogue));
      auto& shown = shown_.emplace_back();
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) shown.push_back(tune::hints_from(recorded, seed, kLessons));
    }
  }

  /// From the workloads of the same class.
  [[nodiscard]] std::vector<tune::Hint> teach(std::size_t student, std::uint64_t seed) const {
    tune::Lessons lessons;
    for (std::size_t i = 0; i < spaces_.size(); ++i)
      if (i != student && spaces_[i].accuracy == spaces_[student].accuracy)
        lessons.learn(keys_[i], shown_[i][seed - 1]);
    std::vector<tune::Hint> hints = lessons.hints_for(keys_[student]);
    return mislead_ ? tune::misleading(std::move(hints)) : hints;
  }

 private:
  const std::vector<tune::RecordedSpace>& spaces_;
  bool mislead_;
  std::vector<store::TunedKey> keys_;
  std::vector<std::vector<std::vector<tune::Hint>>> shown_;  ///< by each workload, with each seed
};

int run_replay(const ReplayCall& options) {
  const auto chosen = chosen_strategies(options);
  session::check_outputs({path_of(options.out)}, session::files_of_run(path_of(options.recorded)));
  if (!options.out.empty()) check_replaceable(path_of(options.out));
  std::string csv = "workload,accuracy,strategy,space,seeds,evaluations,median_regret,p95_regret,adapter,mean_regret\n";
  const auto catalogue = session::catalogue_of(path_of(options.recorded));
  const std::vector<tune::RecordedSpace> spaces = tune::read_recorded_spaces(path_of(options.recorded), *catalogue);
  std::vector<std::vector<Line>> by_strategy(chosen.size());
  std::optional<Teachers> teachers;
  if (options.hints != "none") teachers.emplace(spaces, *catalogue, options.seeds, options.hints == "misleading");
  for (std::size_t at = 0; at < spaces.size(); ++at) {
    const tune::RecordedSpace& recorded = spaces[at];
    tune::HintsForSeed hints;
    if (teachers) hints = [&teachers, at](std::uint64_t seed) { return teachers->teach(at, seed); };
    const tune::RandomBaseline baseline(recorded.costs());
    const std::size_t last = std::min(recorded.entries.size(), std::max(kShown.back(), baseline.budget()));
    std::vector<Line> lines;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const Replayed replayed{
          &recorded, chosen[i],
          tune::replay_seeds(recorded, chosen[i], options.seeds, static_cast<double>(last), hints, options.lead)};
      lines.push_back(line_of(baseline, replayed));
      by_strategy[i].push_back(lines.back());
      csv += csv_lines(replayed, last);
    }
    if (!options.mean)
      print_text(table_of(fmt::format("{}: {} variants", tune::title_of(recorded), recorded.entries.size()),
                          head_of(fmt::format("to {}", baseline.budget())), lines, options.markdown));
  }
  if (options.mean) {
    std::vector<Line> means;
    for (const std::vector<Line>& lines : by_strategy) means.push_back(mean_of(lines));
    print("{}", table_of(fmt::format("mean of {} spaces", spaces.size()), head_of("score"), means, options.markdown));
  }
  if (!options.markdown)
    print(
        "\nRegret in percent of the optimum: median of {} seeds (95th percentile). good: seeds within {:.0f} % of the "
        "optimum after {} evaluations. Last: the score up to so many evaluations, 0 is random search, 1 the optimum at "
        "once.\n",
        options.seeds, 100 * kGood, kGoodAfter);
  if (!options.out.empty()) replace_file(path_of(options.out), csv);
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
  CLI::Option* const strategy =
      command.add_option("--strategy", options->strategies, "Only this one; repeatable (default: every one)")
          ->take_all()
          ->allow_extra_args(false);
  session::choose_from(strategy, session::names_in(tune::strategies()));
  CLI::Option* const hints =
      command
          .add_option("--hints", options->hints,
                      "What other workloads of the journal tell a search that takes hints; misleading: the worst is "
                      "called the best")
          ->capture_default_str();
  session::choose_from(hints, {"none", "others", "misleading"});
  command
      .add_option("--lead", options->lead,
                  "How many variants are chosen before the last one's time is known; a tune that compiles ahead has 8")
      ->transform(session::whole_number(0, 256))
      ->capture_default_str();
  command.add_option("--seeds", options->seeds, "Searches per strategy")
      ->transform(session::whole_number(1, 1'000'000));
  command.add_flag("--mean", options->mean, "Only the mean of all spaces in the file");
  command.add_flag("--markdown", options->markdown, "Only the tables, in Markdown");
  command.add_option("--out", options->out, "Also write the regret curves to this CSV");
  return [options](const auto&) { return run_replay(*options); };
}

}  // namespace modlab::cli
