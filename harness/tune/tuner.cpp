#include "harness/tune/tuner.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "harness/system/file_failure.h"
#include "harness/system/host.h"
#include "harness/tune/tune_run.h"
#include "harness/tune/workload_run.h"

namespace modlab::tune {
namespace {

/// How much more there is to find out about each workload than about one whose type was searched before it: what these
/// have shown, the next need not search for.
std::vector<double> novelties(const std::vector<Workload>& workloads, bool transfer) {
  constexpr double kNewType = 2;
  constexpr double kNewWidth = 3;
  std::vector<double> all;
  for (auto workload = workloads.begin(); workload != workloads.end(); ++workload) {
    const auto is_new = [&](auto of) {
      return transfer && std::none_of(workloads.begin(), workload, [&](const Workload& before) {
               return of(before.operands.back().tensor.type) == of(workload->operands.back().tensor.type);
             });
    };
    all.push_back(is_new(bytes_of) ? kNewWidth : is_new([](DataType type) { return type; }) ? kNewType : 1);
  }
  return all;
}

}  // namespace

void describe_request(const TuneRequest& request, store::RunContext& context) {
  context.strategy = request.strategy;
  context.transfer = request.transfer;
  context.planned.clear();
  for (const Workload& workload : request.workloads) context.planned.push_back(workload.name);
  context.filter = request.filter.text();
  context.kernels = request.filter.kernels;
  context.shard = name_of(request.shard);
  context.mode = measure::name_of(request.conditions.mode);
  if (request.conditions.mode == measure::Mode::cold) context.cache_bytes = request.conditions.cache_bytes;
  context.sampling = request.sampling;
  context.seed = request.seed;
}

void tune(Evaluator& evaluator, const TuneRequest& request, store::Journal& journal, store::RunContext& context,
          const ProgressFunction& on_progress) {
  describe_request(request, context);
  context.clock_tick_ns = evaluator.clock().tick_ns;
  context.clock_step_ns = evaluator.clock().step_ns;
  context.empty_pair_ns = evaluator.clock().empty_pair_ns;
  TuneRun run(evaluator, request, journal, context, on_progress);
  run.keep_context();

  const std::vector<Workload> workloads = run.workloads();
  const std::vector<double> novelty = novelties(workloads, request.transfer);
  double evaluations = 0;
  for (std::size_t i = 0; i < workloads.size(); ++i) {
    Space space = run.space(workloads[i]);
    if (run.is_concluded(workloads[i].name) || space.candidates.empty()) {
      const std::vector<store::Row> rows = run.rows_of(workloads[i]);
      run.learn(workloads[i], rows, space);
      evaluations += static_cast<double>(rows.size());
      continue;
    }
    const double left = std::accumulate(novelty.begin() + static_cast<std::ptrdiff_t>(i), novelty.end(), 0.0);
    const WorkLimit limit = request.budget.share(run.elapsed_s(), evaluations, novelty[i] / left);
    const Progress progress{.workload_index = i, .workload_count = workloads.size()};
    const auto upcoming = std::find_if(workloads.begin() + static_cast<std::ptrdiff_t>(i) + 1, workloads.end(),
                                       [&](const Workload& workload) { return !run.is_concluded(workload.name); });
    const auto next = upcoming == workloads.end() ? std::nullopt : std::optional(*upcoming);
    evaluations += run_workload(run, workloads[i], std::move(space), progress, limit, next);
  }
  if (journal.lost() > 0)
    throw FileFailure(fmt::format("{}: somebody has cut {} rows off", journal.path().string(), journal.lost()));
  context.finished = utc_now();
  run.keep_context();
}

}  // namespace modlab::tune
