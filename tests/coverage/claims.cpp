#include "tests/coverage/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>
#include <thread>

#include "harness/statistics/run_ratio.h"
#include "tests/coverage/simulated_run.h"

namespace modlab {
namespace {

/// Kernels as a search leaves them: some within 0.5 % of the best, some beyond, one far away.
constexpr std::array kKernels_ns{1.004e6, 1.0e6, 1.002e6, 1.01e6, 1.02e6, 1.3e6};
constexpr std::size_t kBest = 1;
/// In every second run the machine itself is slower.
constexpr double kSlowMachine = 1.03;

/// What one run shows.
struct Trial {
  bool median_held = false;  ///< the winner's interval held its true median
  double winner_error = 0;   ///< its figure's, as a share
  bool ratio_held = false;   ///< the interval of the winner against itself held 1
  bool false_verdict = false;
  bool best_ties = false;            ///< the best kernel won or ties
  statistics::Estimate per_pilot{};  ///< the best kernel's figure over the pilot's; none where it lost
};

double machine_of(std::uint64_t seed) { return seed % 2 == 0 ? kSlowMachine : 1; }

Trial try_run(const World& world, double true_factor, std::uint64_t seed) {
  const auto [finalists, confirmation] = simulate(world, kKernels_ns, seed, {.limit_s = 1e9}, machine_of(seed));
  Trial trial;
  for (std::size_t i = 0; i < finalists.size(); ++i) {
    const tune::Confirmation::Outcome& outcome = confirmation.outcomes[i];
    if (outcome.tie == "best") {
      const double truth = kKernels_ns[finalists[i]] * true_factor * machine_of(seed);
      trial.median_held = outcome.figures->statistics.ci.contains(truth);
      trial.winner_error = outcome.figures->statistics.median / truth - 1;
    }
    if (finalists[i] != kBest) continue;
    trial.best_ties = outcome.tie == "best" || outcome.tie == "yes";
    if (outcome.per_pilot)
      trial.per_pilot = {outcome.per_pilot->ratio, outcome.per_pilot->interval(), outcome.per_pilot->blocks};
  }
  trial.ratio_held = confirmation.aa.interval().contains(1);
  const statistics::Verdict verdict = statistics::judge(confirmation.aa);
  trial.false_verdict = verdict == statistics::Verdict::faster || verdict == statistics::Verdict::slower;
  return trial;
}

/// Calls the function with the numbers from 1 to `count`, on all cores, and returns what it returned.
template <typename Function>
auto on_all_cores(std::uint64_t count, Function function) {
  std::vector<decltype(function(std::uint64_t{1}))> results(count);
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&] {
    for (std::uint64_t i = next++; i < count; i = next++) results[i] = function(i + 1);
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  threads.clear();
  return results;
}

/// A share of runs, and how far beyond its bounds chance may bring it in so few.
Finding share(std::string claim, std::string_view nominal, double low, double high, std::uint64_t count,
              std::uint64_t runs) {
  const double observed = static_cast<double>(count) / static_cast<double>(runs);
  const double chance = runs >= 2000 ? 0 : 3 * std::sqrt(0.05 * 0.95 / static_cast<double>(runs));
  return {.text = fmt::format("{}: nominal {} %, observed {:.1f} % of {}", claim, nominal, 100 * observed, runs),
          .holds = observed >= low - chance && observed <= high + chance};
}

template <typename Predicate>
std::uint64_t count(const std::vector<Trial>& trials, Predicate predicate) {
  return static_cast<std::uint64_t>(std::ranges::count_if(trials, predicate));
}

/// The ratio of the best kernel's figures in run i and i + 1, whose machines differ, by the pilots.
std::uint64_t count_run_ratios(const std::vector<Trial>& trials, std::uint64_t& pairs) {
  std::uint64_t held = 0;
  for (std::size_t i = 0; i + 1 < trials.size(); ++i) {
    const statistics::Estimate& base = trials[i].per_pilot;
    const statistics::Estimate& next = trials[i + 1].per_pilot;
    if (base.blocks == 0 || next.blocks == 0) continue;
    ++pairs;
    if (statistics::run_ratio({&next, 1}, {&base, 1}).ci.contains(1)) ++held;
  }
  return held;
}

Finding bias_of(const World& world, const std::vector<Trial>& trials) {
  double sum = 0;
  for (const Trial& trial : trials) sum += trial.winner_error;
  const double mean = sum / static_cast<double>(trials.size());
  double squares = 0;
  for (const Trial& trial : trials) squares += (trial.winner_error - mean) * (trial.winner_error - mean);
  const double error = std::sqrt(squares / static_cast<double>(trials.size() - 1));
  const double bias = mean / error;
  const double chance = trials.size() >= 2000 ? 0 : 3 / std::sqrt(static_cast<double>(trials.size()));
  const std::string claim = "bias of the winner's figure, " + world.name;
  return {.text = fmt::format("{}: at most 0.1 standard errors, observed {:+.3f} ({:+.4f} %) in {}", claim, bias,
                              100 * mean, trials.size()),
          .holds = std::abs(bias) <= 0.1 + chance};
}

/// Whether a kernel that is 1 % slower is found in 100 rounds.
bool finds_one_percent(const World& world, std::uint64_t seed) {
  constexpr std::array kPair_ns{1.0e6, 1.01e6};
  const SimulatedRun run = simulate(world, kPair_ns, seed, {.limit_s = 1e9, .sampling = {.rounds = 100}, .all = true});
  return run.confirmation.outcomes[0].tie == "best" && run.confirmation.outcomes[1].tie == "no";
}

}  // namespace

std::vector<Finding> try_claims(std::uint64_t runs, const std::function<void(const Finding&)>& report) {
  std::vector<Finding> findings;
  const auto add = [&](Finding finding) {
    report(finding);
    findings.push_back(std::move(finding));
  };
  for (const World& world : worlds()) {
    const double true_factor = true_median(world, kKernels_ns[kBest]) / kKernels_ns[kBest];
    const auto trials = on_all_cores(runs, [&](std::uint64_t seed) { return try_run(world, true_factor, seed); });
    add(share("median interval, " + world.name, "95", 0.93, 0.975,
              count(trials, [](const Trial& t) { return t.median_held; }), runs));
    add(share("interval of a ratio in the same rounds, " + world.name, "95", 0.93, 0.975,
              count(trials, [](const Trial& t) { return t.ratio_held; }), runs));
    std::uint64_t pairs = 0;
    const std::uint64_t held = count_run_ratios(trials, pairs);
    add(share("interval of a ratio between runs, " + world.name, "95", 0.93, 0.975, held, pairs));
    add(share("the best kernel in the tie set, " + world.name, "95", 0.95, 1,
              count(trials, [](const Trial& t) { return t.best_ties; }), runs));
    add(share("A/A called FASTER or SLOWER, " + world.name, "at most 1", 0, 0.01,
              count(trials, [](const Trial& t) { return t.false_verdict; }), runs));
    add(bias_of(world, trials));
    const auto found = on_all_cores(runs, [&](std::uint64_t seed) { return finds_one_percent(world, seed) ? 1 : 0; });
    add(share("a kernel 1 % slower found in 100 rounds, " + world.name, "at least 90", 0.9, 1,
              static_cast<std::uint64_t>(std::accumulate(found.begin(), found.end(), 0)), runs));
  }
  return findings;
}

}  // namespace modlab
