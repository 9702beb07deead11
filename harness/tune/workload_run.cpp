#include "harness/tune/workload_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "harness/measure/stopwatch.h"
#include "harness/tune/confirmation.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/strategy.h"

namespace modlab::tune {
namespace {

/// The share of a workload's time that is reserved for confirmation.
constexpr double kConfirmationShare = 0.25;
/// The time for confirmation where the budget sets none, for the default number of rounds.
constexpr double kConfirmationPerFinalist_s = 2.0;
/// How many variants are chosen before the last one's time is known, where they can be compiled meanwhile: compiling
/// one takes about as long as evaluating so many.
constexpr std::size_t kLead = 8;
/// How often confirmation is tried when the device is lost and no finalist is to blame.
constexpr int kConfirmationAttempts = 3;

class WorkloadRun {
 public:
  WorkloadRun(TuneRun& run, const Workload& workload, Space space, const Progress& progress)
      : run_(run),
        workload_(workload),
        space_(std::move(space)),
        rows_(run.rows_of(workload)),
        searched_before_(std::ranges::any_of(rows_, [](const store::Row& row) { return !row.tie.empty(); })),
        progress_(progress) {
    progress_.workload = &workload_;
    progress_.space = space_.candidates.size();
    for (store::Row& row : rows_) {
      row.tie.clear();
      if (!was_set_up(row)) continue;
      const auto effort = run.efforts_before().find(row.row);
      efforts_[row.variant] = effort == run.efforts_before().end() ? 1 : effort->second;
    }
  }

  double work(const WorkLimit& limit, const std::optional<Workload>& next) {
    store::WorkloadContext context;
    context.workload = workload_.name;
    context.space = space_.candidates.size();
    try {
      run_.evaluator().begin({.workload = workload_,
                              .seed = run_.request().seed,
                              .conditions = run_.request().conditions,
                              .sampling = run_.request().sampling,
                              .like = space_.candidates.front().build.value(),
                              .next = next});
      if (!rows_.empty() && !was_set_up(rows_.front())) evaluate({candidate_named(rows_.front().variant)}, {});
      if (!searched_before_) search(limit);
      evaluate_peers();
      progress_.confirming = true;
      run_.report(progress_);
      confirm_best(limit, context);
    } catch (const VariantFailure& failure) {
      context.unconfirmed = fmt::format("{}: {}", name_of(failure.status()), failure.what());
      if (std::ranges::none_of(rows_, was_set_up)) keep_not_set_up(context.unconfirmed);
    }
    run_.learn(workload_, rows_, space_);
    context.drifted = drifted_;
    context.faults = run_.evaluator().faults();
    run_.conclude(context);
    return evaluations_;
  }

 private:
  /// The best candidates of the nearest tuned workloads, nearest first.
  [[nodiscard]] std::vector<std::string> starts() const {
    constexpr std::size_t kMaxStarts = 8;
    const TuneRequest& request = run_.request();
    std::vector<std::string> names;
    if (!find_strategy(request.strategy).uses_known) return names;
    const std::vector<store::TunedConfiguration> known = store::nearest_first(request.known, run_.key_of(workload_));
    for (std::size_t i = 0; i < std::min(kMaxStarts, known.size()); ++i)
      if (family_of(known[i].variant).empty()) names.push_back(known[i].variant);
    return names;
  }

  /// One of the space, or a peer.
  [[nodiscard]] Candidate candidate_named(const std::string& name) const {
    const auto found = std::ranges::find(space_.candidates, name, &Candidate::name);
    return found == space_.candidates.end() ? Candidate::of_peer(name) : *found;
  }

  void search(const WorkLimit& limit) {
    SearchRequest request = search_among(space_, run_.request().seed, starts());
    request.limited = limit.seconds || limit.evaluations;
    request.lead = run_.evaluator().lookahead() > 0 ? kLead : 0;
    request.hints = run_.lessons().hints_for(run_.key_of(workload_));
    const auto strategy = make_strategy(run_.request().strategy, request);
    while (!limit.evaluations || evaluations_ < *limit.evaluations) {
      const auto proposal = strategy->next();
      if (!proposal) break;
      const Attempt attempt{space_.candidates[proposal->point], proposal->effort};
      const auto earlier = efforts_.find(attempt.candidate.name);
      const bool known = earlier != efforts_.end() && earlier->second >= attempt.effort;
      const bool out_of_time = limit.seconds && seconds() >= (1 - kConfirmationShare) * *limit.seconds;
      // At least one row, even if setting up took all the time: a workload without rows is no answer.
      if (!known && out_of_time && !rows_.empty()) break;
      evaluations_ += attempt.effort;
      const store::Row row = known ? *std::ranges::find(rows_, earlier->first, &store::Row::variant)
                                   : evaluate(attempt, strategy->likely_next(run_.evaluator().lookahead()));
      strategy->learn(is_ok(row) ? row.median_ns : std::nullopt);
      strategy->took(times_usual(row, request.lead));

      progress_.tried = rows_.size();
      if (is_ok(row) && row.accuracy == name_of(Accuracy::exact) && row.gbps > progress_.best_gbps)
        progress_.best_gbps = row.gbps;
      run_.report(progress_);
    }
  }

  /// How many times as long as usual it takes to evaluate this row's variant: more where its kernel is waited for.
  /// Those that are compiled ahead have the time of the evaluations before theirs.
  [[nodiscard]] double times_usual(const store::Row& row, std::size_t lead) const {
    const double usual_s = run_.usual_evaluation_s();
    const double ahead_s = static_cast<double>(lead) * usual_s;
    return usual_s > 0 ? 1 + std::max(0.0, row.compile_ms.value_or(0) / 1e3 - ahead_s) / usual_s : 1;
  }

  /// A workload without rows would be one that was never asked for. The row is the first variant's, which gets its own
  /// when the workload is tried again.
  void keep_not_set_up(const std::string& why) {
    Evaluation evaluation;
    evaluation.candidate = space_.candidates.front();
    evaluation.status = Status::not_set_up;
    evaluation.detail = why;
    keep({space_.candidates.front()}, evaluation);
  }

  /// Unless that was done before the run was stopped.
  void evaluate_peers() {
    for (const PeerTraits& peer : run_.evaluator().platform().peers)
      if (!efforts_.contains(peer.name)) evaluate({Candidate::of_peer(peer.name)}, {});
  }

  [[nodiscard]] double seconds() const { return stopwatch_.elapsed_ns() / 1e9; }

  store::Row row_of(const Evaluation& evaluation) const {
    store::Row row =
        make_row(workload_, run_.request().seed, evaluation, measure::name_of(run_.request().conditions.mode));
    row.adapter = run_.evaluator().platform().device.adapter;
    for (const PeerTraits& peer : run_.evaluator().platform().peers)
      if (peer.name == row.variant) row.set_choice("compiler", peer.description);
    return row;
  }

  /// Evaluates a candidate and keeps its row and samples.
  store::Row evaluate(const Attempt& attempt, const std::vector<std::size_t>& likely_next) {
    Evaluation evaluation;
    evaluation.candidate = attempt.candidate;
    if (const auto untried = run_.quarantine().untried(row_of(evaluation), attempt.candidate)) {
      evaluation = *untried;
    } else {
      std::vector<Candidate> likely;
      for (const std::size_t point : likely_next) likely.push_back(space_.candidates[point]);
      run_.evaluator().expect(likely);
      evaluation = run_.evaluator().evaluate(attempt);
    }
    store::Row row = keep(attempt, evaluation);
    // Its row is safe, so it gets a second chance, alone.
    if (evaluation.doubtful) row = keep(attempt, run_.evaluator().evaluate(attempt));
    run_.quarantine().learn(row);
    return row;
  }

  /// A variant has one row: a second evaluation replaces the first.
  store::Row keep(const Attempt& attempt, const Evaluation& evaluation) {
    store::Row row = row_of(evaluation);
    const auto before = std::ranges::find(rows_, row.variant, &store::Row::variant);
    const bool is_new = before == rows_.end();
    row.row = is_new ? run_.journal().size() + 1 : before->row;
    // Samples are written first, so that no row is ever without them.
    if (evaluation.measurement) keep_samples(row, phase_of(attempt.effort), *evaluation.measurement);
    efforts_[row.variant] = is_ok(row) ? attempt.effort : 1;
    if (is_new) {
      run_.journal().append(row);
      rows_.push_back(row);
    } else {
      row.run = before->run;
      row.utc = before->utc;
      *before = row;
      run_.journal().amend({row});
    }
    return row;
  }

  void keep_samples(const store::Row& row, std::string_view phase, const measure::Measurement& measurement) {
    run_.samples().append(samples_of(row.row, phase, measurement));
    drifted_ += measure::samples_where(measurement, true).values.size();
  }

  /// Confirms the finalists, then gives every row of the workload what is only known at the end: the roofline, and
  /// whether it is in a tie set.
  void confirm_best(const WorkLimit& limit, store::WorkloadContext& context) {
    const auto [finalists, confirmation] = confirm(limit);
    if (confirmation.aa.is_known()) {
      context.aa_variant = confirmation.aa_variant;
      context.aa_ratio = confirmation.aa.ratio;
      context.aa_low = confirmation.aa.interval().low;
      context.aa_high = confirmation.aa.interval().high;
      context.aa_verdict = statistics::name_of(statistics::judge(confirmation.aa));
    }
    context.unsettled = confirmation.unsettled;
    context.pilot = confirmation.pilot;
    context.arithmetic_pilot = confirmation.arithmetic_pilot.value_or(statistics::Estimate{});
    context.launch_floor = confirmation.launch_floor.value_or(statistics::Estimate{});
    for (std::size_t i = 0; i < finalists.size(); ++i) {
      const Confirmation::Outcome& outcome = confirmation.outcomes[i];
      store::Row& row = row_of_variant(finalists[i].variant);
      if (!outcome.race) continue;
      if (is_ok(row)) row.tie = outcome.tie;
      set_measurement(row, outcome.figures ? *outcome.figures : *outcome.race);
      if (outcome.per_pilot && outcome.per_pilot->is_known()) {
        row.per_pilot = outcome.per_pilot->ratio;
        row.per_pilot_low = outcome.per_pilot->interval().low;
        row.per_pilot_high = outcome.per_pilot->interval().high;
      }
      keep_samples(row, kRacePhase, *outcome.race);
      if (outcome.figures) keep_samples(row, kConfirmPhase, *outcome.figures);
    }
    for (store::Row& row : rows_) {
      if (!is_ok(row)) continue;
      if (row.tie.empty()) row.tie = "untested";
      if (confirmation.roofline_gbps > 0) set_roofline(row, confirmation.roofline_gbps);
      if (confirmation.packed_gbps > 0) row.packed_gbps = confirmation.packed_gbps;
    }
    run_.journal().amend(rows_);
  }

  /// The finalists, and how they compared. One that fails is disqualified before the device is used again; the others
  /// go on, with those that it had kept from being finalists.
  std::pair<std::vector<store::Row>, Confirmation> confirm(const WorkLimit& limit) {
    for (int attempt = 1;;) {
      std::vector<store::Row> finalists = choose_finalists(rows_, run_.request().confirm_all);
      std::vector<Finalist> asked;
      for (const store::Row& row : finalists) asked.push_back({candidate_named(row.variant), row.median_ns.value()});
      try {
        Confirmation confirmation = run_.evaluator().confirm(asked, confirmation_rule(limit, finalists.size()));
        for (std::size_t i = 0; i < finalists.size(); ++i)
          if (const auto& outcome = confirmation.outcomes[i]; outcome.status != Status::ok)
            disqualify(finalists[i].variant, outcome.status, outcome.detail);
        const auto was_asked = [&](const store::Row& row) {
          return std::ranges::find(finalists, row.variant, &store::Row::variant) != finalists.end();
        };
        if (std::ranges::all_of(choose_finalists(rows_, run_.request().confirm_all), was_asked))
          return {std::move(finalists), std::move(confirmation)};
      } catch (const VariantFailure& failure) {
        if (std::ranges::find(finalists, failure.kernel(), &store::Row::variant) != finalists.end())
          disqualify(failure.kernel(), failure.status(), fmt::format("in confirmation: {}", failure.what()));
        else if (attempt++ == kConfirmationAttempts)
          throw;
      }
    }
  }

  void disqualify(const std::string& variant, Status status, const std::string& detail) {
    store::Row& row = row_of_variant(variant);
    row.status = name_of(status);
    row.detail = detail;
    run_.journal().amend({row});
    run_.quarantine().learn(row);
  }

  [[nodiscard]] ConfirmationRule confirmation_rule(const WorkLimit& limit, std::size_t finalists) const {
    const statistics::SamplingRule& sampling = run_.request().sampling;
    const double more_rounds =
        std::max(1.0, static_cast<double>(sampling.rounds) / static_cast<double>(statistics::SamplingRule{}.rounds));
    return {.limit_s = limit.seconds ? std::max(0.0, *limit.seconds - seconds())
                                     : kConfirmationPerFinalist_s * static_cast<double>(finalists) * more_rounds,
            .sampling = sampling,
            .all = run_.request().confirm_all};
  }

  [[nodiscard]] store::Row& row_of_variant(const std::string& variant) {
    return *std::ranges::find(rows_, variant, &store::Row::variant);
  }

  TuneRun& run_;
  Workload workload_;
  Space space_;
  std::vector<store::Row> rows_;
  bool searched_before_;                   ///< the run was stopped during confirmation
  std::map<std::string, double> efforts_;  ///< the effort spent on each variant
  double evaluations_ = 0;
  std::uint64_t drifted_ = 0;
  measure::Stopwatch stopwatch_;
  Progress progress_;
};

}  // namespace

double run_workload(TuneRun& run, const Workload& workload, Space space, const Progress& progress,
                    const WorkLimit& limit, const std::optional<Workload>& next) {
  return WorkloadRun(run, workload, std::move(space), progress).work(limit, next);
}

}  // namespace modlab::tune
