#include "harness/tune/replay.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <limits>
#include <thread>

#include "harness/statistics/statistics.h"
#include "harness/tune/rank_targets.h"

namespace modlab::tune {
namespace {

/// The time that a search sees with this effort: the median of the first samples.
std::optional<double> observed(const RecordedSpace::Entry& entry, double effort) {
  if (entry.samples.empty()) return entry.cost;
  const double count = std::ceil(effort * static_cast<double>(entry.samples.size()));
  return statistics::median_of(
      std::span(entry.samples).first(std::max<std::size_t>(1, static_cast<std::size_t>(count))));
}

}  // namespace

double RegretCurve::at(double limit) const {
  const auto after = std::ranges::upper_bound(evaluations, limit);
  if (after == evaluations.begin()) return std::numeric_limits<double>::infinity();
  return regret[static_cast<std::size_t>(after - evaluations.begin()) - 1];
}

RegretCurve replay(const RecordedSpace& recorded, std::string_view strategy, std::uint64_t seed, double max_evaluations,
                   const std::vector<Hint>& hints, std::size_t lead) {
  const auto [optimum, worst] = std::ranges::minmax(recorded.costs());
  const auto search = make_strategy(
      strategy, {.space = recorded.space, .classes = {}, .seed = seed, .starts = {}, .hints = hints, .lead = lead});
  RegretCurve curve;
  double spent = 0;
  double best_seen = std::numeric_limits<double>::infinity();
  double found = worst;
  while (const auto proposal = search->next()) {
    const RecordedSpace::Entry& entry = recorded.entries[proposal->point];
    const std::optional<double> seen = observed(entry, proposal->effort);
    search->learn(seen);
    // The apparent best would win now; its true time counts.
    if (seen && *seen < best_seen) {
      best_seen = *seen;
      found = *entry.cost;
    }
    spent += proposal->effort;
    if (spent > max_evaluations) break;
    curve.evaluations.push_back(spent);
    curve.regret.push_back(found / optimum - 1);
  }
  return curve;
}

std::vector<RegretCurve> replay_seeds(const RecordedSpace& recorded, std::string_view strategy, std::uint64_t seeds,
                                      double max_evaluations, const HintsForSeed& hints, std::size_t lead) {
  std::vector<RegretCurve> curves(seeds);
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&] {
    for (std::uint64_t i = next++; i < seeds; i = next++)
      curves[i] = replay(recorded, strategy, i + 1, max_evaluations, hints ? hints(i + 1) : std::vector<Hint>{}, lead);
  };
  std::vector<std::future<void>> others;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
    others.push_back(std::async(std::launch::async, work));
  work();
  for (std::future<void>& other : others) other.get();
  return curves;
}

std::vector<Hint> hints_from(const RecordedSpace& recorded, std::uint64_t seed, std::size_t evaluations) {
  const auto search =
      make_strategy(kDefaultStrategy, {.space = recorded.space, .classes = {}, .seed = seed, .starts = {}});
  std::vector<std::size_t> points;
  std::vector<double> costs;
  while (points.size() < evaluations) {
    const auto proposal = search->next();
    if (!proposal) break;
    const std::optional<double> seen = observed(recorded.entries[proposal->point], proposal->effort);
    search->learn(seen);
    points.push_back(proposal->point);
    costs.push_back(seen.value_or(std::numeric_limits<double>::infinity()));
  }
  const std::vector<double> targets = rank_targets(costs);
  std::vector<Hint> hints;
  for (std::size_t i = 0; i < points.size(); ++i)
    hints.push_back({.point = recorded.space.point(points[i]), .target = targets[i]});
  return hints;
}

std::vector<Hint> misleading(std::vector<Hint> hints) {
  std::vector<double> reversed;
  for (const Hint& hint : hints) reversed.push_back(-hint.target);
  const std::vector<double> targets = rank_targets(reversed);
  for (std::size_t i = 0; i < hints.size(); ++i) hints[i].target = targets[i];
  return hints;
}

}  // namespace modlab::tune
