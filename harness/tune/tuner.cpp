#include "harness/tune/tuner.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <utility>

#include "harness/measure/stopwatch.h"
#include "harness/system/file_failure.h"
#include "harness/system/host.h"
#include "harness/system/sync_pace.h"
#include "harness/tune/confirmation.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/lessons.h"
#include "harness/tune/quarantine.h"
#include "harness/tune/strategy.h"
#include "harness/tune/variant_search.h"
#include "kernels/modulus/data_set.h"
#include "kernels/space.h"

namespace modlab {
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

/// The phases of samples. A resumed run repeats a confirmation that was not finished.
constexpr std::string_view kScout = "scout ";
constexpr std::string_view kRacePhase = "race";
constexpr std::string_view kConfirmPhase = "confirm";

/// The phase of samples with this effort, from which a resumed run reads it back.
std::string phase_of(double effort) { return effort < 1 ? fmt::format("{}{}", kScout, effort) : std::string("screen"); }

double effort_of(std::string_view phase) {
  double effort = 1;
  if (phase.starts_with(kScout)) std::from_chars(phase.data() + kScout.size(), phase.data() + phase.size(), effort);
  return effort;
}

/// What the workloads of a run have in common.
class Run {
 public:
  Run(Evaluator& evaluator, const TuneRequest& request, Journal& journal, RunContext& context,
      const ProgressFunction& on_progress)
      : evaluator_(evaluator),
        request_(request),
        journal_(journal),
        context_(context),
        on_progress_(on_progress),
        spent_before_(context.spent),
        rows_before_(journal.read_rows()),
        samples_(open_samples()) {
    for (const Row& row : rows_before_) quarantine_.learn(row);
  }

  [[nodiscard]] Evaluator& evaluator() { return evaluator_; }
  [[nodiscard]] const TuneRequest& request() const { return request_; }
  [[nodiscard]] Journal& journal() { return journal_; }
  [[nodiscard]] SamplesFile& samples() { return samples_; }
  [[nodiscard]] Quarantine& quarantine() { return quarantine_; }
  [[nodiscard]] const Lessons& lessons() const { return lessons_; }

  /// The workloads of our shard.
  [[nodiscard]] std::vector<Workload> workloads() const {
    return deals_workloads(request_.shard, request_.workloads.size()) ? part_of(request_.workloads, request_.shard)
                                                                      : request_.workloads;
  }

  /// The variants of a workload in our shard.
  [[nodiscard]] std::vector<Variant> space(const Workload& workload) const {
    const std::vector<Variant> all =
        VariantSpace(describe(workload, request_.seed), evaluator_.platform(), request_.filter).legal();
    return deals_workloads(request_.shard, request_.workloads.size()) ? all : part_of(all, request_.shard);
  }

  /// One that was given up is not: a resumed run tries it again.
  [[nodiscard]] bool is_concluded(const Workload& workload) const {
    return std::ranges::any_of(context_.workloads, [name = name_of(workload)](const WorkloadContext& about) {
      return about.workload == name && about.unconfirmed.empty();
    });
  }

  /// The rows of this workload from before the run was stopped.
  [[nodiscard]] std::vector<Row> rows_of(const Workload& workload) const {
    std::vector<Row> rows;
    std::ranges::copy_if(rows_before_, std::back_inserter(rows),
                         [&](const Row& row) { return workload_of(row) == name_of(workload); });
    return rows;
  }

  /// The most effort spent on each row before the run was stopped.
  [[nodiscard]] const std::map<std::uint64_t, double>& efforts_before() const { return efforts_before_; }

  /// What tuned configurations of a workload would be kept under.
  [[nodiscard]] TunedKey key_of(const Workload& workload) const {
    return tuned_key(evaluator_.platform().device, workload, name_of(Accuracy::exact),
                     name_of(request_.conditions.mode));
  }

  /// Keeps what the search of a workload has shown.
  void learn(const Workload& workload, const std::vector<Row>& rows) {
    if (request_.transfer) lessons_.learn(key_of(workload), hints_from(rows, request_.filter.kernels()));
  }

  [[nodiscard]] double elapsed_s() const { return spent_before_.whole() + stopwatch_.elapsed_ns() / 1e9; }

  /// The mean time that the device has worked for a row.
  [[nodiscard]] double usual_evaluation_s() const {
    const Ledger ledger = evaluator_.ledger();
    return (spent_before_.verify + spent_before_.measure + ledger.seconds(Activity::verify) +
            ledger.seconds(Activity::measure)) /
           static_cast<double>(std::max<std::size_t>(1, journal_.size()));
  }

  void report(Progress& progress) {
    follow_journal();
    progress.elapsed_s = elapsed_s();
    if (on_progress_) on_progress_(progress);
    // A resumed run must know what was spent, to the second or so.
    if (sync_pace_.is_due()) keep_context();
  }

  void conclude(const WorkloadContext& workload) {
    std::erase_if(context_.workloads,
                  [&](const WorkloadContext& about) { return about.workload == workload.workload; });
    context_.workloads.push_back(workload);
    keep_context();
  }

  /// With all that it refers to.
  void keep_context() {
    samples_.sync();
    journal_.sync();
    follow_journal();
    const Ledger ledger = evaluator_.ledger();
    TimeSpent spent{.compile = ledger.seconds(Activity::compile),
                    .verify = ledger.seconds(Activity::verify),
                    .measure = ledger.seconds(Activity::measure),
                    .other = 0};
    spent.other = stopwatch_.elapsed_ns() / 1e9 - spent.whole();
    context_.spent = spent_before_;
    context_.spent += spent;
    write_context(journal_.path(), context_);
    sync_pace_.restart();
  }

 private:
  /// Where the journal had to move, samples and context go with it. What has lost rows is not concluded any more.
  void follow_journal() {
    if (path_ == journal_.path()) return;
    path_ = journal_.path();
    samples_.follow(path_);
    if (journal_.lost() > 0) {
      const std::vector<Row> left = journal_.read_rows();
      std::erase_if(context_.workloads, [&](const WorkloadContext& each) {
        return std::ranges::find(left, each.workload, workload_of) == left.end() ||
               workload_of(left.back()) == each.workload;
      });
    }
    keep_context();
  }

  /// Drops earlier samples whose row was never written, and those of confirmations that will be repeated.
  SamplesFile open_samples() {
    if (rows_before_.empty()) return SamplesFile(journal_.path());
    std::map<std::uint64_t, const Row*> by_number;
    for (const Row& row : rows_before_) by_number[row.row] = &row;
    return SamplesFile::resume(journal_.path(), [&](const Sample& sample) {
      const auto row = by_number.find(sample.row);
      if (row == by_number.end()) return false;
      const Workload workload = parse_workload(workload_of(*row->second));
      if (sample.phase == kRacePhase || sample.phase == kConfirmPhase) return is_concluded(workload);
      double& effort = efforts_before_[sample.row];
      effort = std::max(effort, effort_of(sample.phase));
      return true;
    });
  }

  Evaluator& evaluator_;
  const TuneRequest& request_;
  Journal& journal_;
  RunContext& context_;
  const ProgressFunction& on_progress_;
  TimeSpent spent_before_;
  std::filesystem::path path_ = journal_.path();
  std::vector<Row> rows_before_;
  std::map<std::uint64_t, double> efforts_before_;
  SamplesFile samples_;
  Quarantine quarantine_;
  Lessons lessons_;
  Stopwatch stopwatch_;
  SyncPace sync_pace_;
};

/// One workload of a run: the search, then the confirmation.
class WorkloadRun {
 public:
  WorkloadRun(Run& run, const Workload& workload, std::vector<Variant> space, const Progress& progress)
      : run_(run),
        workload_(workload),
        space_(std::move(space)),
        rows_(run.rows_of(workload)),
        searched_before_(std::ranges::any_of(rows_, [](const Row& row) { return !row.tie.empty(); })),
        progress_(progress) {
    progress_.workload = &workload_;
    progress_.space = space_.size();
    for (Row& row : rows_) {
      row.tie.clear();
      if (!was_set_up(row)) continue;
      const auto effort = run.efforts_before().find(row.row);
      efforts_[row.variant] = effort == run.efforts_before().end() ? 1 : effort->second;
    }
  }

  /// Returns the evaluations made, including those before the run was stopped. `next` is the workload after this one.
  double work(const WorkLimit& limit, const std::optional<Workload>& next) {
    WorkloadContext context;
    context.workload = name_of(workload_);
    context.space = space_.size();
    try {
      run_.evaluator().begin({.workload = workload_,
                              .seed = run_.request().seed,
                              .conditions = run_.request().conditions,
                              .sampling = run_.request().sampling,
                              .like = space_.front(),
                              .next = next});
      if (!rows_.empty() && !was_set_up(rows_.front())) evaluate({parse_variant(rows_.front().variant)}, {});
      if (!searched_before_) search(limit);
      if (run_.request().peer) evaluate_peer();
      progress_.confirming = true;
      run_.report(progress_);
      confirm_best(limit, context);
    } catch (const VariantFailure& failure) {
      context.unconfirmed = fmt::format("{}: {}", name_of(failure.status()), failure.what());
      if (std::ranges::none_of(rows_, was_set_up)) keep_not_set_up(context.unconfirmed);
    }
    run_.learn(workload_, rows_);
    context.drifted = drifted_;
    context.faults = run_.evaluator().faults();
    run_.conclude(context);
    return evaluations_;
  }

 private:
  /// A few variants of each of the user's kernels, which are why there is a search at all, and the best variants of the
  /// nearest tuned workloads, nearest first.
  [[nodiscard]] std::vector<Variant> starts() const {
    constexpr std::size_t kMaxStarts = 8;
    const TuneRequest& request = run_.request();
    std::vector<Variant> variants = spread_of(space_, request.filter.kernels());
    if (!find_strategy(request.strategy).uses_known) return variants;
    const std::vector<TunedConfiguration> known = nearest_first(request.known, run_.key_of(workload_));
    for (std::size_t i = 0; i < std::min(kMaxStarts, known.size()); ++i)
      if (!is_own_name(known[i].variant)) variants.push_back(parse_variant(known[i].variant));
    return variants;
  }

  void search(const WorkLimit& limit) {
    SearchRequest request = search_among(space_, run_.request().seed, starts(), run_.request().filter.kernels());
    request.limited = limit.seconds || limit.evaluations;
    request.lead = run_.evaluator().lookahead() > 0 ? kLead : 0;
    request.hints = run_.lessons().hints_for(run_.key_of(workload_));
    const auto strategy = make_strategy(run_.request().strategy, request);
    while (!limit.evaluations || evaluations_ < *limit.evaluations) {
      const auto proposal = strategy->next();
      if (!proposal) break;
      const Candidate candidate{space_[proposal->point], proposal->effort};
      const auto earlier = efforts_.find(name_of(candidate.variant));
      const bool known = earlier != efforts_.end() && earlier->second >= candidate.effort;
      const bool out_of_time = limit.seconds && seconds() >= (1 - kConfirmationShare) * *limit.seconds;
      // At least one row, even if setting up took all the time: a workload without rows is no answer.
      if (!known && out_of_time && !rows_.empty()) break;
      evaluations_ += candidate.effort;
      const Row row = known ? *std::ranges::find(rows_, earlier->first, &Row::variant)
                            : evaluate(candidate, strategy->likely_next(run_.evaluator().lookahead()));
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
  [[nodiscard]] double times_usual(const Row& row, std::size_t lead) const {
    const double usual_s = run_.usual_evaluation_s();
    const double ahead_s = static_cast<double>(lead) * usual_s;
    return usual_s > 0 ? 1 + std::max(0.0, row.compile_ms.value_or(0) / 1e3 - ahead_s) / usual_s : 1;
  }

  /// A workload without rows would be one that was never asked for. The row is the first variant's, which gets its own
  /// when the workload is tried again.
  void keep_not_set_up(const std::string& why) {
    Evaluation evaluation;
    evaluation.variant = space_.front();
    evaluation.status = Status::not_set_up;
    evaluation.detail = why;
    keep({space_.front()}, evaluation);
  }

  /// Unless that was done before the run was stopped.
  void evaluate_peer() {
    if (!efforts_.contains(name_of(kDirectMl))) evaluate({kDirectMl}, {});
  }

  [[nodiscard]] double seconds() const { return stopwatch_.elapsed_ns() / 1e9; }

  Row row_of(const Evaluation& evaluation) const {
    Row row = make_row(workload_, run_.request().seed, evaluation, name_of(run_.request().conditions.mode));
    row.adapter = run_.evaluator().platform().device.adapter;
    if (is_peer(evaluation.variant)) row.set_choice("compiler", run_.evaluator().platform().peer);
    return row;
  }

  /// Evaluates a variant and keeps its row and samples.
  Row evaluate(const Candidate& candidate, const std::vector<std::size_t>& likely_next) {
    Evaluation evaluation;
    evaluation.variant = candidate.variant;
    if (const auto untried = run_.quarantine().untried(row_of(evaluation), candidate.variant)) {
      evaluation = *untried;
    } else {
      std::vector<Variant> likely;
      for (const std::size_t point : likely_next) likely.push_back(space_[point]);
      run_.evaluator().expect(likely);
      evaluation = run_.evaluator().evaluate(candidate);
    }
    Row row = keep(candidate, evaluation);
    // Its row is safe, so it gets a second chance, alone.
    if (evaluation.doubtful) row = keep(candidate, run_.evaluator().evaluate(candidate));
    run_.quarantine().learn(row);
    return row;
  }

  /// A variant has one row: a second evaluation replaces the first.
  Row keep(const Candidate& candidate, const Evaluation& evaluation) {
    Row row = row_of(evaluation);
    const auto before = std::ranges::find(rows_, row.variant, &Row::variant);
    const bool is_new = before == rows_.end();
    row.row = is_new ? run_.journal().size() + 1 : before->row;
    // Samples are written first, so that no row is ever without them.
    if (evaluation.measurement) keep_samples(row, phase_of(candidate.effort), *evaluation.measurement);
    efforts_[row.variant] = is_ok(row) ? candidate.effort : 1;
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

  void keep_samples(const Row& row, std::string_view phase, const Measurement& measurement) {
    run_.samples().append(samples_of(row.row, phase, measurement));
    drifted_ += samples_where(measurement, true).values.size();
  }

  /// Confirms the finalists, then gives every row of the workload what is only known at the end: the roofline, and
  /// whether it is in a tie set.
  void confirm_best(const WorkLimit& limit, WorkloadContext& context) {
    const auto [finalists, confirmation] = confirm(limit);
    if (confirmation.aa.is_known()) {
      context.aa_variant = confirmation.aa_variant;
      context.aa_ratio = confirmation.aa.ratio;
      context.aa_low = confirmation.aa.interval().low;
      context.aa_high = confirmation.aa.interval().high;
      context.aa_verdict = name_of(judge(confirmation.aa));
    }
    context.unsettled = confirmation.unsettled;
    context.pilot = confirmation.pilot;
    context.arithmetic_pilot = confirmation.arithmetic_pilot.value_or(Estimate{});
    context.launch_floor = confirmation.launch_floor.value_or(Estimate{});
    for (std::size_t i = 0; i < finalists.size(); ++i) {
      const Confirmation::Outcome& outcome = confirmation.outcomes[i];
      Row& row = row_of_variant(finalists[i].variant);
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
    for (Row& row : rows_) {
      if (!is_ok(row)) continue;
      if (row.tie.empty()) row.tie = "untested";
      if (confirmation.roofline_gbps > 0) set_roofline(row, confirmation.roofline_gbps);
      if (confirmation.packed_gbps > 0) row.packed_gbps = confirmation.packed_gbps;
    }
    run_.journal().amend(rows_);
  }

  /// The finalists, and how they compared. One that fails is disqualified before the device is used again; the others
  /// go on, with those that it had kept from being finalists.
  std::pair<std::vector<Row>, Confirmation> confirm(const WorkLimit& limit) {
    for (int attempt = 1;;) {
      std::vector<Row> finalists = choose_finalists(rows_, run_.request().confirm_all);
      std::vector<Finalist> asked;
      for (const Row& row : finalists) asked.push_back({parse_variant(row.variant), row.median_ns.value()});
      try {
        Confirmation confirmation = run_.evaluator().confirm(asked, confirmation_rule(limit, finalists.size()));
        for (std::size_t i = 0; i < finalists.size(); ++i)
          if (const auto& outcome = confirmation.outcomes[i]; outcome.status != Status::ok)
            disqualify(finalists[i].variant, outcome.status, outcome.detail);
        const auto was_asked = [&](const Row& row) {
          return std::ranges::find(finalists, row.variant, &Row::variant) != finalists.end();
        };
        if (std::ranges::all_of(choose_finalists(rows_, run_.request().confirm_all), was_asked))
          return {std::move(finalists), std::move(confirmation)};
      } catch (const VariantFailure& failure) {
        if (std::ranges::find(finalists, failure.kernel(), &Row::variant) != finalists.end())
          disqualify(failure.kernel(), failure.status(), fmt::format("in confirmation: {}", failure.what()));
        else if (attempt++ == kConfirmationAttempts)
          throw;
      }
    }
  }

  void disqualify(const std::string& variant, Status status, const std::string& detail) {
    Row& row = row_of_variant(variant);
    row.status = name_of(status);
    row.detail = detail;
    run_.journal().amend({row});
    run_.quarantine().learn(row);
  }

  [[nodiscard]] ConfirmationRule confirmation_rule(const WorkLimit& limit, std::size_t finalists) const {
    const SamplingRule& sampling = run_.request().sampling;
    const double more_rounds =
        std::max(1.0, static_cast<double>(sampling.rounds) / static_cast<double>(SamplingRule{}.rounds));
    return {.limit_s = limit.seconds ? std::max(0.0, *limit.seconds - seconds())
                                     : kConfirmationPerFinalist_s * static_cast<double>(finalists) * more_rounds,
            .sampling = sampling,
            .all = run_.request().confirm_all};
  }

  [[nodiscard]] Row& row_of_variant(const std::string& variant) {
    return *std::ranges::find(rows_, variant, &Row::variant);
  }

  Run& run_;
  Workload workload_;
  std::vector<Variant> space_;
  std::vector<Row> rows_;
  bool searched_before_;                   ///< the run was stopped during confirmation
  std::map<std::string, double> efforts_;  ///< the effort spent on each variant
  double evaluations_ = 0;
  std::uint64_t drifted_ = 0;
  Stopwatch stopwatch_;
  Progress progress_;
};

/// How much more there is to find out about each workload than about one whose type was searched before it: what these
/// have shown, the next need not search for.
std::vector<double> novelties(const std::vector<Workload>& workloads, bool transfer) {
  constexpr double kNewType = 2;
  constexpr double kNewWidth = 3;
  std::vector<double> all;
  for (auto workload = workloads.begin(); workload != workloads.end(); ++workload) {
    const auto is_new = [&](auto of) {
      return transfer && std::none_of(workloads.begin(), workload,
                                      [&](const Workload& before) { return of(before.type) == of(workload->type); });
    };
    all.push_back(is_new(bytes_of) ? kNewWidth : is_new([](DataType type) { return type; }) ? kNewType : 1);
  }
  return all;
}

}  // namespace

void describe_request(const TuneRequest& request, RunContext& context) {
  context.strategy = request.strategy;
  context.transfer = request.transfer;
  context.planned.clear();
  for (const Workload& workload : request.workloads) context.planned.push_back(name_of(workload));
  context.filter = request.filter.text();
  context.kernels = request.filter.kernels();
  context.shard = name_of(request.shard);
  context.mode = name_of(request.conditions.mode);
  if (request.conditions.mode == Mode::cold) context.cache_bytes = request.conditions.cache_bytes;
  context.sampling = request.sampling;
  context.seed = request.seed;
}

void tune(Evaluator& evaluator, const TuneRequest& request, Journal& journal, RunContext& context,
          const ProgressFunction& on_progress) {
  describe_request(request, context);
  context.clock_tick_ns = evaluator.clock().tick_ns;
  context.clock_step_ns = evaluator.clock().step_ns;
  context.empty_pair_ns = evaluator.clock().empty_pair_ns;
  Run run(evaluator, request, journal, context, on_progress);
  run.keep_context();

  const std::vector<Workload> workloads = run.workloads();
  const std::vector<double> novelty = novelties(workloads, request.transfer);
  double evaluations = 0;
  for (std::size_t i = 0; i < workloads.size(); ++i) {
    std::vector<Variant> space = run.space(workloads[i]);
    if (run.is_concluded(workloads[i]) || space.empty()) {
      const std::vector<Row> rows = run.rows_of(workloads[i]);
      run.learn(workloads[i], rows);
      evaluations += static_cast<double>(rows.size());
      continue;
    }
    const double left = std::accumulate(novelty.begin() + static_cast<std::ptrdiff_t>(i), novelty.end(), 0.0);
    const WorkLimit limit = request.budget.share(run.elapsed_s(), evaluations, novelty[i] / left);
    const Progress progress{.workload_index = i, .workload_count = workloads.size()};
    const auto upcoming = std::find_if(workloads.begin() + static_cast<std::ptrdiff_t>(i) + 1, workloads.end(),
                                       [&](const Workload& workload) { return !run.is_concluded(workload); });
    const auto next = upcoming == workloads.end() ? std::nullopt : std::optional(*upcoming);
    evaluations += WorkloadRun(run, workloads[i], std::move(space), progress).work(limit, next);
  }
  if (journal.lost() > 0)
    throw FileFailure(fmt::format("{}: somebody has cut {} rows off", journal.path().string(), journal.lost()));
  context.finished = utc_now();
  run.keep_context();
}

}  // namespace modlab
