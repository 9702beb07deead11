#include "harness/tune/tuner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/measure/stopwatch.h"
#include "harness/tune/confirmation.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/strategy.h"
#include "kernels/data_set.h"
#include "kernels/error.h"
#include "kernels/space.h"

namespace modlab {
namespace {

/// Enough to rank by. Close ones meet again in rounds, where figures are made that can be trusted.
StoppingRule screening_rule(double effort) { return {.longest_ns = effort * 40e6}; }

/// The share of a workload's time that is kept for comparing the best.
constexpr double kConfirmationShare = 0.3;
/// How long the comparison may take where no budget says so.
constexpr double kConfirmationPerFinalist_s = 2.0;

/// One workload of a run: the search, then the comparison of the best.
class WorkloadRun {
 public:
  WorkloadRun(Lab& lab, const Clock& clock, const TuneRequest& request, const Workload& workload, Journal& journal,
              SamplesFile& samples, const Progress& progress, const ProgressFunction& on_progress)
      : lab_(lab),
        clock_(clock),
        request_(request),
        workload_(workload),
        journal_(journal),
        samples_(samples),
        space_(describe(workload, request.seed), lab.platform, request.filter),
        random_(request.seed),
        progress_(progress),
        on_progress_(on_progress) {
    lay_out();
    progress_.space = space_.legal().size();
  }

  WorkloadContext run(std::optional<double> share_s, const Stopwatch& whole_run) {
    const Stopwatch stopwatch;
    search(share_s ? std::optional((1 - kConfirmationShare) * *share_s) : std::nullopt, stopwatch, whole_run);
    progress_.confirming = true;
    report(whole_run);

    WorkloadContext context;
    context.workload = name_of(workload_);
    context.space = space_.legal().size();
    std::optional<double> left_s;
    if (share_s) left_s = std::max(0.0, *share_s - stopwatch.elapsed_ns() / 1e9);
    try {
      conclude(left_s, context);
    } catch (const VariantFailure& failure) {
      context.unconfirmed = fmt::format("{}: {}", name_of(failure.status()), failure.what());
      if (lost_its_device(failure.status())) renew_device();
    }
    context.drifted = drifted_;
    ledger_ += bench_->workbench.ledger();
    return context;
  }

  /// What the run of this workload has taken, once it is over.
  [[nodiscard]] const Ledger& ledger() const { return ledger_; }

 private:
  void lay_out() {
    bench_.emplace(lab_, clock_, workload_, space_.legal().front(), request_.seed, request_.conditions);
  }

  /// A device that was lost or hangs is left behind with all that lies on it.
  void renew_device() {
    ledger_ += bench_->workbench.ledger();
    bench_.reset();
    lab_.device.reset();
    lab_.device = lab_.make_device();
    lay_out();
  }

  void keep_samples(const Row& row, std::string_view phase, const Measurement& measurement) {
    samples_.append(samples_of(row.row, phase, measurement));
    drifted_ += samples_where(measurement, true).size();
  }

  /// The best variants of the nearest workloads that were tuned, nearest first.
  [[nodiscard]] std::vector<Variant> starts() const {
    constexpr std::size_t kMost = 8;
    if (request_.strategy != "nearest") return {};
    const TunedKey asked = tuned_key(lab_.platform.device, workload_, name_of(Accuracy::exact));
    std::vector<TunedConfiguration> known = request_.known;
    std::ranges::stable_sort(known, {}, [&](const TunedConfiguration& each) { return distance(asked, each.key); });
    std::vector<Variant> variants;
    for (std::size_t i = 0; i < std::min(kMost, known.size()); ++i) variants.push_back(parse_variant(known[i].variant));
    return variants;
  }

  /// A variant has one row: what a second look with more effort finds takes the place of what the first did.
  void keep_row(Row& row) {
    const auto before = std::ranges::find(rows_, row.variant, &Row::variant);
    if (before == rows_.end()) {
      journal_.append(row);
      rows_.push_back(row);
    } else {
      row.run = before->run;
      row.row = before->row;
      row.utc = before->utc;
      *before = row;
      journal_.amend({row});
    }
  }

  void search(std::optional<double> limit_s, const Stopwatch& stopwatch, const Stopwatch& whole_run) {
    const auto strategy = make_strategy(request_.strategy, {space_.legal(), request_.seed, starts()});
    while (!limit_s || stopwatch.elapsed_ns() / 1e9 < *limit_s) {
      const auto proposal = strategy->next();
      if (!proposal) break;
      const Evaluation evaluation =
          evaluate_variant(bench_->sampler, bench_->roofline, proposal->variant, screening_rule(proposal->effort));
      Row row = make_row(workload_, request_.seed, evaluation, name_of(request_.conditions.mode));
      keep_row(row);
      if (evaluation.measurement) keep_samples(row, proposal->effort < 1 ? "scout" : "screen", *evaluation.measurement);
      strategy->learn({proposal->variant, is_ok(row) ? row.median_ns : std::nullopt});
      if (lost_its_device(evaluation.status)) renew_device();

      progress_.tried = rows_.size();
      if (is_ok(row) && row.accuracy == name_of(Accuracy::exact) && row.gbps > progress_.best_gbps)
        progress_.best_gbps = row.gbps;
      report(whole_run);
    }
  }

  /// Compares the best, then gives every row of the workload what is only known at its end: the roofline, and whether
  /// it is in a tie set.
  void conclude(std::optional<double> left_s, WorkloadContext& context) {
    const std::vector<Row> finalists = choose_finalists(rows_, request_.confirm_all);
    const double limit_s = left_s.value_or(kConfirmationPerFinalist_s * static_cast<double>(finalists.size()));
    const Confirmation confirmation = confirm(bench_->sampler, bench_->roofline, finalists, limit_s, random_);
    context.aa_variant = confirmation.aa_variant;
    context.aa_ratio = confirmation.aa.median;
    context.aa_low = confirmation.aa.ci.low;
    context.aa_high = confirmation.aa.ci.high;
    context.aa_verdict = name_of(judge(confirmation.aa));
    context.pilot_ns = bench_->sampler.pilot_ns();
    for (const auto& [row, measurement] : confirmation.finalists) {
      keep_samples(row, "confirm", measurement);
      rows_.at(row.row - rows_.front().row) = row;
    }
    for (Row& row : rows_) {
      if (!is_ok(row)) continue;
      if (row.tie.empty()) row.tie = "no";
      set_roofline(row, bench_->roofline.gbps());
    }
    journal_.amend(rows_);
  }

  void report(const Stopwatch& whole_run) {
    progress_.elapsed_s = whole_run.elapsed_ns() / 1e9;
    if (on_progress_) on_progress_(progress_);
  }

  Lab& lab_;
  const Clock& clock_;
  const TuneRequest& request_;
  const Workload& workload_;
  Journal& journal_;
  SamplesFile& samples_;
  std::optional<Bench> bench_;
  VariantSpace space_;
  std::mt19937_64 random_;
  std::vector<Row> rows_;
  std::uint64_t drifted_ = 0;
  Ledger ledger_;
  Progress progress_;
  const ProgressFunction& on_progress_;
};

TimeSpent time_spent(const Ledger& ledger, double whole_s) {
  TimeSpent spent{.compile = ledger.seconds(Activity::compile),
                  .verify = ledger.seconds(Activity::verify),
                  .measure = ledger.seconds(Activity::measure),
                  .other = 0};
  spent.other = whole_s - spent.compile - spent.verify - spent.measure;
  return spent;
}

}  // namespace

void tune(Lab& lab, const TuneRequest& request, Journal& journal, RunContext& context,
          const ProgressFunction& on_progress) {
  const Stopwatch stopwatch;
  const Clock clock = probe_clock(*lab.device);
  context.strategy = request.strategy;
  context.mode = name_of(request.conditions.mode);
  if (request.conditions.mode == Mode::cold) context.cache_bytes = request.conditions.cache_bytes;
  context.seed = request.seed;
  context.clock_tick_ns = clock.tick_ns;
  context.clock_step_ns = clock.step_ns;
  context.empty_pair_ns = clock.empty_pair_ns;
  write_context(journal.path(), context);

  SamplesFile samples(journal.path());
  Ledger ledger;
  const std::size_t count = request.workloads.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::optional<double> share_s;
    if (request.budget_s)
      share_s = std::max(0.0, *request.budget_s - stopwatch.elapsed_ns() / 1e9) / static_cast<double>(count - i);
    const Progress progress{.workload = &request.workloads[i], .workload_index = i, .workload_count = count};
    WorkloadRun run(lab, clock, request, request.workloads[i], journal, samples, progress, on_progress);
    context.workloads.push_back(run.run(share_s, stopwatch));
    ledger += run.ledger();
    context.spent = time_spent(ledger, stopwatch.elapsed_ns() / 1e9);
    write_context(journal.path(), context);
  }
  context.finished = utc_now();
  write_context(journal.path(), context);
}

}  // namespace modlab
