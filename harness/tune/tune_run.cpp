#include "harness/tune/tune_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace modlab::tune {
namespace {

constexpr std::string_view kScout = "scout ";

double effort_of(std::string_view phase) {
  double effort = 1;
  if (phase.starts_with(kScout)) std::from_chars(phase.data() + kScout.size(), phase.data() + phase.size(), effort);
  return effort;
}

/// The points of a shard, renumbered.
Space part_of(const Space& space, const Shard& shard) {
  Space part{.axes = space.axes,
             .points = part_of(space.points, shard),
             .candidates = part_of(space.candidates, shard),
             .starts = {}};
  for (const std::size_t start : space.starts)
    if (start % shard.count == shard.index) part.starts.push_back(start / shard.count);
  return part;
}

}  // namespace

std::string phase_of(double effort) { return effort < 1 ? fmt::format("{}{}", kScout, effort) : std::string("screen"); }

TuneRun::TuneRun(Evaluator& evaluator, const TuneRequest& request, store::Journal& journal, store::RunContext& context,
                 const ProgressFunction& on_progress)
    : evaluator_(evaluator),
      request_(request),
      journal_(journal),
      context_(context),
      on_progress_(on_progress),
      spent_before_(context.spent),
      rows_before_(journal.read_rows()),
      samples_(open_samples()) {
  for (const store::Row& row : rows_before_) quarantine_.learn(row);
}

std::vector<Workload> TuneRun::workloads() const {
  return deals_workloads(request_.shard, request_.workloads.size()) ? part_of(request_.workloads, request_.shard)
                                                                    : request_.workloads;
}

Space TuneRun::space(const Workload& workload) const {
  Space all = workload.problem->space(request_.seed, evaluator_.platform(), request_.filter);
  return deals_workloads(request_.shard, request_.workloads.size()) ? std::move(all) : part_of(all, request_.shard);
}

bool TuneRun::is_concluded(const std::string& workload) const {
  return std::ranges::any_of(context_.workloads, [&](const store::WorkloadContext& about) {
    return about.workload == workload && about.unconfirmed.empty();
  });
}

std::vector<store::Row> TuneRun::rows_of(const Workload& workload) const {
  std::vector<store::Row> rows;
  std::ranges::copy_if(rows_before_, std::back_inserter(rows),
                       [&](const store::Row& row) { return store::workload_of(row) == workload.name; });
  return rows;
}

store::TunedKey TuneRun::key_of(const Workload& workload) const {
  return store::tuned_key(evaluator_.platform().device, workload, name_of(Accuracy::exact),
                          measure::name_of(request_.conditions.mode));
}

void TuneRun::learn(const Workload& workload, const std::vector<store::Row>& rows, const Space& space) {
  if (request_.transfer) lessons_.learn(key_of(workload), hints_from(rows, space));
}

double TuneRun::usual_evaluation_s() const {
  const measure::Ledger ledger = evaluator_.ledger();
  return (spent_before_.verify + spent_before_.measure + ledger.seconds(measure::Activity::verify) +
          ledger.seconds(measure::Activity::measure)) /
         static_cast<double>(std::max<std::size_t>(1, journal_.size()));
}

void TuneRun::report(Progress& progress) {
  follow_journal();
  progress.elapsed_s = elapsed_s();
  if (on_progress_) on_progress_(progress);
  // A resumed run must know what was spent, to the second or so.
  if (sync_pace_.is_due()) keep_context();
}

void TuneRun::conclude(const store::WorkloadContext& workload) {
  std::erase_if(context_.workloads,
                [&](const store::WorkloadContext& about) { return about.workload == workload.workload; });
  context_.workloads.push_back(workload);
  keep_context();
}

void TuneRun::keep_context() {
  samples_.sync();
  journal_.sync();
  follow_journal();
  const measure::Ledger ledger = evaluator_.ledger();
  store::TimeSpent spent{.compile = ledger.seconds(measure::Activity::compile),
                         .verify = ledger.seconds(measure::Activity::verify),
                         .measure = ledger.seconds(measure::Activity::measure),
                         .other = 0};
  spent.other = stopwatch_.elapsed_ns() / 1e9 - spent.whole();
  context_.spent = spent_before_;
  context_.spent += spent;
  store::write_context(journal_.path(), context_);
  sync_pace_.restart();
}

void TuneRun::follow_journal() {
  if (path_ == journal_.path()) return;
  path_ = journal_.path();
  samples_.follow(path_);
  if (journal_.lost() > 0) {
    const std::vector<store::Row> left = journal_.read_rows();
    std::erase_if(context_.workloads, [&](const store::WorkloadContext& each) {
      return std::ranges::find(left, each.workload, store::workload_of) == left.end() ||
             store::workload_of(left.back()) == each.workload;
    });
  }
  keep_context();
}

store::SamplesFile TuneRun::open_samples() {
  if (rows_before_.empty()) return store::SamplesFile(journal_.path());
  std::map<std::uint64_t, const store::Row*> by_number;
  for (const store::Row& row : rows_before_) by_number[row.row] = &row;
  return store::SamplesFile::resume(journal_.path(), [&](const store::Sample& sample) {
    const auto row = by_number.find(sample.row);
    if (row == by_number.end()) return false;
    if (sample.phase == kRacePhase || sample.phase == kConfirmPhase)
      return is_concluded(store::workload_of(*row->second));
    double& effort = efforts_before_[sample.row];
    effort = std::max(effort, effort_of(sample.phase));
    return true;
  });
}

}  // namespace modlab::tune
