#include "harness/report/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "harness/report/selection.h"
#include "kernels/accuracy.h"
#include "kernels/error.h"

namespace modlab::report {
namespace {

void refuse_without_history(std::span<const RunFiles> runs) {
  if (runs.size() < 2) throw Error("a history takes two runs or more");
  const RunFiles& first = runs.front();
  for (const RunFiles& run : runs) {
    if (!run.context.parts.empty())
      throw Error(fmt::format("{}: is merged from several adapters; a history is of one", run.path));
    if (run.context.device.adapter != first.context.device.adapter)
      throw Error(fmt::format("{} and {} ran on different adapters, '{}' and '{}'; a history is of one", first.path,
                              run.path, first.context.device.adapter, run.context.device.adapter));
    if (run.context.mode != first.context.mode)
      throw Error(fmt::format("{} and {} have different modes, '{}' and '{}'; a history is of one", first.path,
                              run.path, first.context.mode, run.context.mode));
    refuse_verification(run);
  }
}

Series& series_of(std::vector<Series>& all, const std::string& workload, std::string_view accuracy) {
  const auto found = std::ranges::find_if(
      all, [&](const Series& each) { return each.workload == workload && each.accuracy == accuracy; });
  if (found != all.end()) return *found;
  return all.emplace_back(Series{
      .workload = workload, .accuracy = std::string(accuracy), .points = {}, .steps = {}, .overall = std::nullopt});
}

void add_points(History& history) {
  for (std::size_t run = 0; run < history.runs.size(); ++run)
    for (const Rows& group : group_by_workload(history.runs[run]->rows))
      for (const Accuracy accuracy : {Accuracy::exact, Accuracy::formula})
        if (const Rows figures = measured(of_class(group, name_of(accuracy))); !figures.empty())
          series_of(history.series, store::workload_of(*group.front()), name_of(accuracy))
              .points.push_back({run, &best_of(figures)});
}

Difference between(const History& history, const HistoryPoint& from, const HistoryPoint& to) {
  return difference_of(*from.row, history.context(from.run), *to.row, history.context(to.run));
}

/// Every difference of every series at once: see judge_together.
void judge_series(History& history) {
  std::vector<Difference> all;
  for (Series& series : history.series) {
    for (std::size_t i = 1; i < series.points.size(); ++i)
      all.push_back(between(history, series.points[i - 1], series.points[i]));
    if (series.points.size() > 2) all.push_back(between(history, series.points.front(), series.points.back()));
  }
  judge_together(all, history.false_alarms);
  history.judged = all.size();
  auto next = all.begin();
  for (Series& series : history.series) {
    series.steps.assign(next, next + std::ssize(series.points) - 1);
    next += std::ssize(series.steps);
    if (series.points.size() == 2) series.overall = series.steps.front();
    if (series.points.size() > 2) series.overall = *next++;
  }
}

}  // namespace

bool Series::changes_at(std::size_t point) const {
  const statistics::Verdict verdict = steps[point - 1].verdict;
  return verdict == statistics::Verdict::faster || verdict == statistics::Verdict::slower;
}

History history_of(std::span<const RunFiles> runs, double false_alarms) {
  refuse_without_history(runs);
  History history{.runs = {}, .series = {}, .false_alarms = false_alarms};
  for (const RunFiles& run : runs) history.runs.push_back(&run);
  // Shells sort names: run-10 before run-2.
  std::ranges::stable_sort(history.runs, {}, [](const RunFiles* run) { return run->context.started; });
  add_points(history);
  judge_series(history);
  return history;
}

std::vector<std::string> what_changed(const store::RunContext& from, const store::RunContext& to) {
  struct Fact {
    std::string_view name;
    const std::string& from;
    const std::string& to;
  };
  const std::array facts{
      Fact{"revision", from.revision, to.revision},
      Fact{"driver", from.device.driver, to.device.driver},
      Fact{"D3D12", from.device.implementation, to.device.implementation},
      Fact{"compiler", from.compiler_version, to.compiler_version},
      Fact{"power policy", from.power_policy, to.power_policy},
      Fact{"host", from.host, to.host},
  };
  const auto known = [](const std::string& text) { return text.empty() ? std::string_view("unknown") : text; };
  std::vector<std::string> changed;
  for (const Fact& fact : facts)
    if (fact.from != fact.to)
      changed.push_back(fmt::format("{} {} to {}", fact.name, known(fact.from), known(fact.to)));
  return changed;
}

}  // namespace modlab::report
