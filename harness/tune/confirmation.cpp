#include "harness/tune/confirmation.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "harness/device/status.h"
#include "harness/measure/stopwatch.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/finalist_race.h"
#include "kernels/choices.h"

namespace modlab::tune {
namespace {

/// Finalists per accuracy class that take part whatever the time, and the most whose figures are taken afresh.
constexpr std::size_t kFinalists = 8;
/// The search ranks by few samples: a variant this close behind the leader may really be ahead.
constexpr double kReach = 1.05;
/// The share of the time for preparing more finalists than the guaranteed ones. Each block prepares them again.
constexpr double kAdmissionShare = 0.1;
/// The share of the time after which the race ends.
constexpr double kRaceShare = 0.5;

std::vector<store::Row> finalists_of_class(const std::vector<store::Row>& rows, std::string_view accuracy, bool all) {
  std::vector<store::Row> candidates;
  std::ranges::copy_if(rows, std::back_inserter(candidates),
                       [&](const store::Row& row) { return is_ok(row) && row.accuracy == accuracy; });
  if (candidates.empty() || all) return candidates;
  const store::Row plainest =
      *std::ranges::min_element(candidates, {}, [](const store::Row& row) { return plainness_of(row.variant); });
  std::ranges::sort(candidates, {}, [](const store::Row& row) { return row.median_ns.value(); });
  const double reach = finalists_reach_ns(candidates.front().median_ns.value(), candidates.front().ci_high_ns.value());
  std::erase_if(candidates, [&](const store::Row& row) { return row.ci_low_ns.value() > reach; });
  if (std::ranges::find(candidates, plainest.row, &store::Row::row) == candidates.end()) candidates.push_back(plainest);
  return candidates;
}

/// What takes part in the race: finalists, then copies.
struct Entrants {
  std::vector<std::size_t> finalists{};  ///< of the first kernels, their indices
  std::vector<measure::PreparedKernel> kernels{};
};

/// Each class's fastest in the search; the exact one first.
std::vector<std::size_t> leaders_of(const std::vector<Finalist>& finalists) {
  std::vector<std::size_t> leaders;
  for (const auto& accuracy : kAccuracyNames) {
    std::optional<std::size_t> leader;
    for (std::size_t i = 0; i < finalists.size(); ++i)
      if (finalists[i].candidate.accuracy == accuracy.value &&
          (!leader || finalists[i].screened_ns < finalists[*leader].screened_ns))
        leader = i;
    if (leader) leaders.push_back(*leader);
  }
  return leaders;
}

/// The first of each class, and the last, which may be the plainest.
bool is_guaranteed(const std::vector<Finalist>& finalists, std::size_t which) {
  const auto accuracy = [&](std::size_t i) { return finalists[i].candidate.accuracy; };
  std::size_t before = 0;
  while (before < which && accuracy(which - before - 1) == accuracy(which)) ++before;
  return before < kFinalists || which + 1 == finalists.size() || accuracy(which + 1) != accuracy(which);
}

/// Who cannot be prepared, though it could before, is left out with the reason; only a lost device ends the comparison.
void drop(Confirmation::Outcome& outcome, const VariantFailure& failure, std::string_view when) {
  if (lost_its_device(failure.status())) throw;
  outcome.status = failure.status();
  outcome.detail = fmt::format("{}: {}", when, failure.what());
}

Entrants admit(measure::Workbench& workbench, const measure::Roofline& roofline, const std::vector<Finalist>& finalists,
               const ConfirmationRule& rule, std::vector<Confirmation::Outcome>& outcomes) {
  const measure::Stopwatch stopwatch;
  std::vector<std::size_t> order(finalists.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto optional =
      std::ranges::stable_partition(order, [&](std::size_t i) { return rule.all || is_guaranteed(finalists, i); });
  std::ranges::sort(optional, {}, [&](std::size_t i) { return finalists[i].screened_ns; });
  std::vector<Candidate> candidates;
  for (const std::size_t i : order) candidates.push_back(finalists[i].candidate);
  workbench.expect(candidates);
  Entrants entrants;
  for (auto next = order.begin(); next != order.end(); ++next) {
    if (next >= optional.begin() && stopwatch.elapsed_ns() > kAdmissionShare * rule.limit_s * 1e9) break;
    try {
      entrants.kernels.push_back(workbench.prepare(finalists[*next].candidate));
      entrants.finalists.push_back(*next);
    } catch (const VariantFailure& failure) {
      drop(outcomes[*next], failure, "in confirmation");
    }
  }
  std::vector<Candidate> copies;
  for (const std::size_t leader : leaders_of(finalists))
    if (const auto like = workbench.workload().problem->copies_like(finalists[leader].candidate))
      copies.push_back(like->twin);
  if (roofline.best_copy()) copies.push_back(*roofline.best_copy());
  for (const Candidate& copy : copies) try {
      entrants.kernels.push_back(workbench.prepare(copy));
    } catch (const VariantFailure& failure) {
      if (lost_its_device(failure.status())) throw;
    }
  return entrants;
}

/// The accuracy classes, exact first, then the copies, if there are any.
std::vector<KernelClass> classes_of(const Entrants& entrants) {
  std::vector<KernelClass> classes;
  const std::size_t copies = entrants.finalists.size();
  for (const auto& accuracy : kAccuracyNames) {
    KernelClass each{.name = accuracy.name};
    for (std::size_t i = 0; i < copies; ++i)
      if (entrants.kernels[i].candidate.accuracy == accuracy.value) each.members.push_back(i);
    if (!each.members.empty()) classes.push_back(std::move(each));
  }
  if (copies == entrants.kernels.size()) return classes;
  classes.push_back({.name = "copy", .is_copies = true});
  for (std::size_t i = copies; i < entrants.kernels.size(); ++i) classes.back().members.push_back(i);
  return classes;
}

/// Rounds at ever other addresses, until the rule stops all.
void take_figures(measure::Sampler& sampler, std::vector<measure::PreparedKernel>& kernels,
                  std::vector<measure::TimedKernel>& timed, const measure::StoppingRule& rule,
                  std::mt19937_64& random) {
  measure::Relocation relocation(sampler.workbench(), kernels);
  const auto is_over = [&](double elapsed_ns) {
    if (elapsed_ns >= rule.max_ns) relocation.hurry();
    return measure::stops_all(rule, timed, elapsed_ns);
  };
  measure::run_rounds(sampler, timed, random,
                      {.is_over = is_over,
                       .begin_round = [&] { return relocation.begin_round(); },
                       .checks = measure::Workbench::Checks::all});
}

/// The rounds for the figures, after the race.
class Figures {
 public:
  /// Of these entrants, the first of which is the winner; of a second instance of it, of the pilot, of the best copy
  /// and of a packed one.
  Figures(measure::Sampler& sampler, std::vector<std::size_t> chosen, const Entrants& entrants,
          std::optional<std::size_t> best_copy, const std::optional<Candidate>& packed_copy)
      : sampler_(sampler), chosen_(std::move(chosen)) {
    for (const std::size_t entrant : chosen_) prepare(entrants.kernels[entrant].candidate);
    prepare(entrants.kernels[chosen_.front()].candidate);
    prepare(sampler.pilot());
    if (best_copy) {
      best_copy_ = kernels_.size();
      prepare(entrants.kernels[*best_copy].candidate);
    }
    if (packed_copy) {
      packed_copy_ = kernels_.size();
      prepare(*packed_copy);
    }
    for (const measure::PreparedKernel& kernel : kernels_) timed_.push_back({.prepared = &kernel});
  }

  void take(const measure::StoppingRule& rule, std::mt19937_64& random) {
    take_figures(sampler_, kernels_, timed_, rule, random);
  }

  /// An entrant and its measurement; null where it is not among the chosen.
  [[nodiscard]] const measure::TimedKernel* find(std::size_t entrant) const {
    const auto place = std::ranges::find(chosen_, entrant);
    return place == chosen_.end() ? nullptr : &timed_[static_cast<std::size_t>(place - chosen_.begin())];
  }
  /// The winner against itself.
  [[nodiscard]] statistics::PairedRatio aa() const {
    return statistics::paired_ratio(measure::counted_ns(winner().measurement), measure::counted_ns(twin().measurement));
  }
  [[nodiscard]] const measure::TimedKernel& winner() const { return timed_.front(); }
  [[nodiscard]] const measure::TimedKernel& pilot() const { return timed_[chosen_.size() + 1]; }
  /// Null where there is none.
  [[nodiscard]] const measure::TimedKernel* best_copy() const { return best_copy_ ? &timed_[*best_copy_] : nullptr; }
  [[nodiscard]] const measure::TimedKernel* packed_copy() const {
    return packed_copy_ ? &timed_[*packed_copy_] : nullptr;
  }

 private:
  [[nodiscard]] const measure::TimedKernel& twin() const { return timed_[chosen_.size()]; }

  void prepare(const Candidate& candidate) { kernels_.push_back(sampler_.workbench().prepare(candidate)); }

  measure::Sampler& sampler_;
  std::vector<std::size_t> chosen_;
  std::optional<std::size_t> best_copy_;    ///< its index
  std::optional<std::size_t> packed_copy_;  ///< likewise
  std::vector<measure::PreparedKernel> kernels_;
  std::vector<measure::TimedKernel> timed_;
};

/// The entrants whose figures are taken, the exact winner first.
std::vector<std::size_t> chosen_for_figures(const FinalistRace& race, bool all) {
  std::vector<std::size_t> chosen;
  for (std::size_t which = 0; which < race.classes().size(); ++which) {
    if (race.classes()[which].is_copies) continue;
    std::vector<std::size_t> best = race.best_first(which);
    if (!all && best.size() > kFinalists) best.resize(kFinalists);
    std::ranges::copy(best, std::back_inserter(chosen));
    if (!all) continue;
    for (const std::size_t member : race.classes()[which].members)
      if (std::ranges::find(best, member) == best.end()) chosen.push_back(member);
  }
  return chosen;
}

std::optional<std::size_t> best_copy_of(const FinalistRace& race) {
  const std::size_t last = race.classes().size() - 1;
  return race.classes()[last].is_copies ? std::optional(race.best_first(last).front()) : std::nullopt;
}

/// A kernel that fails after timing is disqualified, and the run continues.
void recheck(measure::Workbench& workbench, const measure::PreparedKernel& prepared, Confirmation::Outcome& outcome) {
  try {
    workbench.check(prepared);
  } catch (const VariantFailure& failure) {
    drop(outcome, failure, "after timing");
  }
}

/// Who won, ties and lost in each class. Where the winner failed afterwards, the same rounds decide among the others.
void mark_ties(const FinalistRace& race, const Entrants& entrants, Confirmation& confirmation) {
  for (std::size_t which = 0; which < race.classes().size(); ++which) {
    const KernelClass& of = race.classes()[which];
    if (of.is_copies) continue;
    const auto outcome_of = [&](std::size_t member) -> Confirmation::Outcome& {
      return confirmation.outcomes[entrants.finalists[member]];
    };
    std::vector<std::size_t> valid;
    std::vector<statistics::BlockedSamples> samples;
    for (const std::size_t member : of.members) {
      if (outcome_of(member).status != Status::ok) continue;
      valid.push_back(member);
      samples.push_back(measure::counted_ns(race.measurement(member)));
    }
    if (valid.empty()) continue;
    statistics::Race result = race.race(which);
    if (valid.size() < of.members.size()) {
      result = statistics::Race(valid.size());
      result.look(samples);
    }
    for (std::size_t i = 0; i < valid.size(); ++i) outcome_of(valid[i]).tie = result.has_lost(i) ? "no" : "yes";
    outcome_of(valid[result.leader()]).tie = "best";
  }
}

/// The accuracy classes that have more finalists than entrants, or were not settled.
std::vector<std::string> unsettled_classes(const FinalistRace& race, const std::vector<Finalist>& finalists) {
  std::vector<std::string> unsettled;
  for (std::size_t which = 0; which < race.classes().size(); ++which) {
    const KernelClass& of = race.classes()[which];
    if (of.is_copies) continue;
    const auto is_of_class = [&](const Finalist& each) { return name_of(each.candidate.accuracy) == of.name; };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(finalists, is_of_class));
    if (count > of.members.size() || !race.race(which).is_settled()) unsettled.emplace_back(of.name);
  }
  return unsettled;
}

/// The finalists in rounds of their own.
Confirmation confirm_briefly(measure::Sampler& sampler, const std::vector<Finalist>& finalists,
                             const ConfirmationRule& rule, std::mt19937_64& random) {
  measure::Workbench& workbench = sampler.workbench();
  Confirmation confirmation;
  confirmation.outcomes.assign(finalists.size(), {.tie = "untested"});
  std::vector<measure::PreparedKernel> kernels;
  for (const Finalist& finalist : finalists) kernels.push_back(workbench.prepare(finalist.candidate));
  std::vector<measure::TimedKernel> timed;
  for (const measure::PreparedKernel& kernel : kernels) timed.push_back({.prepared = &kernel});
  const measure::StoppingRule stopping{.precision = rule.sampling.precision,
                                       .min_samples = rule.sampling.rounds,
                                       .max_ns = rule.limit_s * 1e9,
                                       .guaranteed_blocks = statistics::kMinForInterval};
  take_figures(sampler, kernels, timed, stopping, random);
  for (std::size_t i = 0; i < timed.size(); ++i) {
    confirmation.outcomes[i].figures = timed[i].measurement;
    recheck(workbench, kernels[i], confirmation.outcomes[i]);
  }
  return confirmation;
}

Confirmation compare(measure::Sampler& sampler, const measure::Roofline& roofline,
                     const std::vector<Finalist>& finalists, const ConfirmationRule& rule, std::mt19937_64& random) {
  Confirmation confirmation;
  if (finalists.empty()) return confirmation;
  if (rule.brief) return confirm_briefly(sampler, finalists, rule, random);
  measure::Workbench& workbench = sampler.workbench();
  const Phase phase = workbench.phase("confirm");
  const measure::Stopwatch stopwatch;

  confirmation.outcomes.assign(finalists.size(), {.tie = "untested"});
  Entrants entrants = admit(workbench, roofline, finalists, rule, confirmation.outcomes);
  if (entrants.finalists.empty()) return confirmation;
  FinalistRace race(sampler, entrants.kernels, classes_of(entrants));
  race.run({.limit_s = kRaceShare * rule.limit_s - stopwatch.elapsed_ns() / 1e9,
            .min_rounds = rule.all ? rule.sampling.rounds : 0,
            .losers_stay = rule.all},
           random);
  Figures figures(sampler, chosen_for_figures(race, rule.all), entrants, best_copy_of(race),
                  roofline.best_packed_copy());
  figures.take({.precision = rule.sampling.precision,
                .min_samples = rule.sampling.rounds,
                .max_ns = rule.limit_s * 1e9 - stopwatch.elapsed_ns(),
                .guaranteed_blocks = statistics::kMinForInterval},
               random);

  for (std::size_t i = 0; i < entrants.finalists.size(); ++i) {
    Confirmation::Outcome& outcome = confirmation.outcomes[entrants.finalists[i]];
    const measure::TimedKernel* const again = figures.find(i);
    outcome.race = race.measurement(i);
    if (again != nullptr) {
      outcome.figures = again->measurement;
      outcome.per_pilot = statistics::paired_ratio(measure::counted_ns(figures.pilot().measurement),
                                                   measure::counted_ns(again->measurement));
    }
    recheck(workbench, again != nullptr ? *again->prepared : entrants.kernels[i], outcome);
  }
  mark_ties(race, entrants, confirmation);
  confirmation.unsettled = unsettled_classes(race, finalists);
  confirmation.aa_variant = figures.winner().prepared->candidate.name;
  confirmation.aa = figures.aa();
  if (const measure::TimedKernel* copy = figures.best_copy()) {
    workbench.check(*copy->prepared);
    confirmation.roofline_gbps = static_cast<double>(workbench.workload().bytes) / copy->measurement.statistics.median;
  }
  if (const measure::TimedKernel* packed = figures.packed_copy())
    confirmation.packed_gbps =
        static_cast<double>(workbench.workload().packed_bytes) / packed->measurement.statistics.median;
  confirmation.pilot = statistics::estimate_of(figures.pilot().measurement.statistics);
  confirmation.arithmetic_pilot = sampler.arithmetic_pilot();
  confirmation.launch_floor = measure::time_empty_launch(sampler);
  return confirmation;
}

}  // namespace

double finalists_reach_ns(double median_ns, double ci_high_ns) { return std::max(ci_high_ns, kReach * median_ns); }

std::vector<store::Row> choose_finalists(const std::vector<store::Row>& rows, bool all) {
  std::vector<store::Row> finalists;
  for (const auto& accuracy : kAccuracyNames)
    std::ranges::move(finalists_of_class(rows, accuracy.name, all), std::back_inserter(finalists));
  return finalists;
}

Confirmation confirm(measure::Sampler& sampler, const measure::Roofline& roofline,
                     const std::vector<Finalist>& finalists, const ConfirmationRule& rule, std::mt19937_64& random) {
  Confirmation::Outcome outcome{.tie = "untested"};
  auto failed = finalists.end();
  try {
    return compare(sampler, roofline, finalists, rule, random);
  } catch (const VariantFailure& failure) {
    failed = std::ranges::find(finalists, failure.kernel(), [](const Finalist& each) { return each.candidate.name; });
    if (failed == finalists.end()) throw;
    drop(outcome, failure, "in confirmation");
  }
  // Found out while it was timed: the others are compared without it.
  const auto place = failed - finalists.begin();
  std::vector<Finalist> others = finalists;
  others.erase(others.begin() + place);
  Confirmation confirmation = confirm(sampler, roofline, others, rule, random);
  confirmation.outcomes.insert(confirmation.outcomes.begin() + place, outcome);
  return confirmation;
}

}  // namespace modlab::tune
