#include "harness/tune/confirmation.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/device/status.h"
#include "harness/measure/relocation.h"
#include "harness/statistics/tie_set.h"
#include "harness/tune/evaluation.h"
#include "kernels/algorithm.h"

namespace modlab {
namespace {

/// Finalists per accuracy class; with more, each would get less time for little gain.
constexpr std::size_t kFinalists = 8;
/// The search ranks by few samples: a variant this close behind the leader may really be ahead.
constexpr double kReach = 1.05;
/// Enough rounds for narrow intervals at the high confidence that a tie set needs: with 15, kernels that were 1 %
/// slower in all but a few rounds stayed in it.
constexpr std::size_t kMinRounds = 40;

std::vector<Row> finalists_of_class(const std::vector<Row>& rows, std::string_view accuracy, bool all) {
  std::vector<Row> candidates;
  std::ranges::copy_if(rows, std::back_inserter(candidates),
                       [&](const Row& row) { return is_ok(row) && row.accuracy == accuracy; });
  if (candidates.empty() || all) return candidates;
  const Row plainest = candidates.front();
  std::ranges::sort(candidates, {}, [](const Row& row) { return row.median_ns.value(); });
  const double reach = finalists_reach_ns(candidates.front().median_ns.value(), candidates.front().ci_high_ns.value());
  const auto beyond = std::ranges::find_if(candidates, [&](const Row& row) { return row.ci_low_ns.value() > reach; });
  candidates.resize(std::min(kFinalists, static_cast<std::size_t>(beyond - candidates.begin())));
  if (std::ranges::find(candidates, plainest.row, &Row::row) == candidates.end()) candidates.push_back(plainest);
  return candidates;
}

/// The fastest finalist of each class in the search; the exact one first.
std::vector<std::size_t> leaders_of(const std::vector<Finalist>& finalists) {
  std::vector<std::size_t> leaders;
  for (const auto& accuracy : kAccuracyNames) {
    std::optional<std::size_t> leader;
    for (std::size_t i = 0; i < finalists.size(); ++i)
      if (accuracy_of(finalists[i].variant.algorithm) == accuracy.value &&
          (!leader || finalists[i].screened_ns < finalists[*leader].screened_ns))
        leader = i;
    if (leader) leaders.push_back(*leader);
  }
  return leaders;
}

/// A kernel that fails after timing is disqualified, and the run continues.
void recheck(Workbench& workbench, const PreparedKernel& prepared, Confirmation::Outcome& outcome) {
  try {
    workbench.verify(prepared);
  } catch (const VariantFailure& failure) {
    if (lost_its_device(failure.status())) throw;
    outcome.status = failure.status();
    outcome.detail = fmt::format("after timing: {}", failure.what());
  }
}

/// Each accuracy class has its own leader and tie set.
void mark_ties(const std::vector<Finalist>& finalists, Accuracy accuracy, Confirmation& confirmation) {
  std::vector<Confirmation::Outcome*> members;
  std::vector<std::vector<double>> samples;
  for (std::size_t i = 0; i < finalists.size(); ++i) {
    Confirmation::Outcome& outcome = confirmation.outcomes[i];
    if (outcome.status != Status::ok || accuracy_of(finalists[i].variant.algorithm) != accuracy) continue;
    outcome.tie = "no";
    members.push_back(&outcome);
    samples.push_back(counted_ns(outcome.measurement));
  }
  if (members.empty()) return;
  const TieSet set = find_tie_set(samples);
  for (const std::size_t member : set.members) members[member]->tie = "yes";
  members[set.leader]->tie = "best";
}

}  // namespace

double finalists_reach_ns(double median_ns, double ci_high_ns) { return std::max(ci_high_ns, kReach * median_ns); }

std::vector<Row> choose_finalists(const std::vector<Row>& rows, bool all) {
  std::vector<Row> finalists;
  for (const auto& accuracy : kAccuracyNames)
    std::ranges::move(finalists_of_class(rows, accuracy.name, all), std::back_inserter(finalists));
  return finalists;
}

Confirmation confirm(Sampler& sampler, const Roofline& roofline, const std::vector<Finalist>& finalists, double limit_s,
                     std::mt19937_64& random) {
  Workbench& workbench = sampler.workbench();
  Confirmation confirmation;
  if (finalists.empty()) return confirmation;
  const Phase phase = workbench.phase("confirm");
  const std::vector<std::size_t> leaders = leaders_of(finalists);
  const std::size_t twin = finalists.size();
  const std::size_t copies = twin + 1;

  std::vector<Variant> variants;
  for (const Finalist& finalist : finalists) variants.push_back(finalist.variant);
  variants.push_back(finalists[leaders.front()].variant);
  for (const std::size_t leader : leaders) variants.push_back(copy_of(finalists[leader].variant));
  if (roofline.best_copy()) variants.push_back(*roofline.best_copy());
  workbench.expect(variants);
  std::vector<PreparedKernel> kernels;
  for (const Variant& variant : variants) kernels.push_back(workbench.prepare(variant));
  std::vector<Contestant> contestants;
  for (const PreparedKernel& kernel : kernels) contestants.push_back({.prepared = &kernel, .measurement = {}});
  // With fewer rounds, no kernel could be told from the leader, however slow.
  const std::size_t guaranteed_samples = min_samples_for_interval(tie_confidence(finalists.size()));
  const StoppingRule rule{.min_samples = std::max(kMinRounds, guaranteed_samples),
                          .max_ns = limit_s * 1e9,
                          .guaranteed_samples = guaranteed_samples};
  Relocation relocation(workbench, kernels);
  run_rounds(sampler, contestants, rule, random, [&] { relocation.before_round(); });

  double best_copy_ns = std::numeric_limits<double>::infinity();
  for (std::size_t i = copies; i < kernels.size(); ++i) {
    workbench.verify(kernels[i]);
    best_copy_ns = std::min(best_copy_ns, contestants[i].measurement.statistics.median);
  }
  confirmation.roofline_gbps = static_cast<double>(bytes_moved(workbench.workload())) / best_copy_ns;
  confirmation.aa_variant = name_of(finalists[leaders.front()].variant);
  confirmation.aa =
      paired_ratio(counted_ns(contestants[leaders.front()].measurement), counted_ns(contestants[twin].measurement));
  for (std::size_t i = 0; i < finalists.size(); ++i) {
    Confirmation::Outcome outcome{.status = Status::ok, .detail = "", .measurement = {}, .tie = ""};
    recheck(workbench, kernels[i], outcome);
    outcome.measurement = std::move(contestants[i].measurement);
    confirmation.outcomes.push_back(std::move(outcome));
  }
  for (const auto& accuracy : kAccuracyNames) mark_ties(finalists, accuracy.value, confirmation);
  confirmation.pilot_ns = sampler.pilot_ns();
  return confirmation;
}

}  // namespace modlab
