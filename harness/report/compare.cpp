#include "harness/report/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "harness/report/selection.h"
#include "kernels/algorithm.h"
#include "kernels/error.h"

namespace modlab {
namespace {

/// Runs of one build differ by this much more than their samples show: docs/measurement.md has the figures.
constexpr double kBetweenRuns = 0.01;

/// A difference that matters to whoever compares builds. Two intervals of half a per cent leave the ratio one of 0.7 %,
/// so SAME within the indifference itself could hardly ever be said.
constexpr double kTolerance = 0.02;

/// Rows that answer the same question: of one class, and of one variant where that is asked.
struct Question {
  std::string_view accuracy;
  std::string_view variant;  ///< empty: whichever is best
};

std::vector<Question> questions_of(const Rows& group, bool every_variant) {
  std::vector<Question> questions;
  for (const auto& accuracy : kAccuracyNames) {
    const Rows figures = measured(of_class(group, accuracy.name));
    if (!every_variant && !figures.empty()) questions.push_back({accuracy.name, {}});
    if (!every_variant) continue;
    for (const Row* row : figures) questions.push_back({accuracy.name, row->variant});
  }
  return questions;
}

Rows answers_in(const Rows& group, const Question& question) {
  Rows rows = of_class(group, question.accuracy);
  if (!question.variant.empty()) std::erase_if(rows, [&](const Row* row) { return row->variant != question.variant; });
  return rows;
}

/// The group of the same workload; empty where there is none.
Rows find_group(const std::vector<Rows>& groups, const std::string& workload) {
  const auto group = std::ranges::find(groups, workload, [](const Rows& rows) { return workload_of(*rows.front()); });
  return group == groups.end() ? Rows{} : *group;
}

std::optional<std::string> what_differs(const RunContext& base, const RunContext& next) {
  struct Fact {
    std::string_view name;
    const std::string& base;
    const std::string& next;
  };
  const std::array facts{
      Fact{"adapters", base.device.adapter, next.device.adapter},
      Fact{"drivers", base.device.driver, next.device.driver},
      Fact{"D3D12 implementations", base.device.implementation, next.device.implementation},
      Fact{"modes", base.mode, next.mode},
  };
  const auto fact = std::ranges::find_if(facts, [](const Fact& each) { return each.base != each.next; });
  if (fact == facts.end()) return std::nullopt;
  return fmt::format("different {}, '{}' and '{}'", fact->name, fact->base, fact->next);
}

/// From the intervals of both medians: what each may be off adds up as independent errors do, in relative terms and to
/// either side by itself. (MOVER; Zou and Donner, 2008.)
Interval ratio_interval(const Row& base, const Row& next) {
  const auto below = [](const Row& row) { return std::log(*row.median_ns / row.ci_low_ns.value_or(*row.median_ns)); };
  const auto above = [](const Row& row) { return std::log(row.ci_high_ns.value_or(*row.median_ns) / *row.median_ns); };
  const double ratio = *next.median_ns / *base.median_ns;
  return {ratio * std::exp(-std::hypot(below(next), above(base))),
          ratio * std::exp(std::hypot(above(next), below(base)))};
}

WorkloadContext about(const RunContext& context, const std::string& workload) {
  const auto found = std::ranges::find(context.workloads, workload, &WorkloadContext::workload);
  return found == context.workloads.end() ? WorkloadContext{} : *found;
}

/// How much slower the machine itself was; 1 where it is not known.
double machine_ratio(const WorkloadContext& base, const WorkloadContext& next) {
  return base.pilot_ns > 0 && next.pilot_ns > 0 ? next.pilot_ns / base.pilot_ns : 1;
}

Difference difference_of(const Row& base, const Row& next, double machine, double indifference) {
  Difference difference{.base = &base, .next = &next, .machine = machine, .indifference = indifference};
  if (to_csv(base) == to_csv(next)) {  // one measurement, not two
    difference.verdict = Verdict::same;
    return difference;
  }
  const Interval ci = ratio_interval(base, next);
  difference.ratio = *next.median_ns / *base.median_ns / machine;
  difference.ci = {ci.low / machine, ci.high / machine};
  if (std::min(base.samples.value_or(0), next.samples.value_or(0)) >= kLeastForInterval)
    difference.verdict = judge_runs(difference.ci, indifference);
  return difference;
}

/// Workloads and classes with a figure in one run that the other did not even try.
std::vector<std::string> missing_in(const std::vector<Rows>& other, const std::vector<Rows>& groups) {
  std::vector<std::string> names;
  for (const Rows& group : groups) {
    const std::string workload = workload_of(*group.front());
    const Rows others = find_group(other, workload);
    for (const Question& question : questions_of(group, false))
      if (answers_in(others, question).empty()) names.push_back(fmt::format("{} {}", workload, question.accuracy));
  }
  return names;
}

}  // namespace

Verdict judge_runs(const Interval& ratio, double indifference) {
  if (ratio.high < 1 - indifference) return Verdict::faster;
  if (ratio.low > 1 + indifference) return Verdict::slower;
  if (ratio.low >= 1 - kTolerance && ratio.high <= 1 + kTolerance) return Verdict::same;
  return Verdict::unclear;
}

RunComparison compare_runs(const RunFiles& base, const RunFiles& next, const CompareOptions& options) {
  const std::vector<Rows> base_groups = group_by_workload(base.rows);
  const std::vector<Rows> next_groups = group_by_workload(next.rows);
  for (const auto& [run, groups] : {std::pair(&base, &base_groups), std::pair(&next, &next_groups)})
    if (std::ranges::all_of(*groups, [](const Rows& group) { return measured(group).empty(); }))
      throw Error(fmt::format("{}: has no timings; `modlab measure` and `modlab tune` make them", run->path));
  const auto differs = what_differs(base.context, next.context);
  if (differs && !options.across)
    throw Error(fmt::format("{} and {} have {}; --across compares them all the same", base.path, next.path, *differs));

  RunComparison comparison;
  for (const Rows& group : base_groups) {
    const std::string workload = workload_of(*group.front());
    const Rows next_group = find_group(next_groups, workload);
    const WorkloadContext base_about = about(base.context, workload);
    const WorkloadContext next_about = about(next.context, workload);
    // Between different machines the difference that the pilot shows is part of the answer.
    const double machine = differs ? 1 : machine_ratio(base_about, next_about);
    const double indifference = std::max({kBetweenRuns, noise_floor_share(base_about), noise_floor_share(next_about)});
    for (const Question& question : questions_of(group, options.every_variant)) {
      const Rows tried = answers_in(next_group, question);
      const Rows figures = measured(tried);
      if (!figures.empty())
        comparison.differences.push_back(
            difference_of(best_of(measured(answers_in(group, question))), best_of(figures), machine, indifference));
      else if (!tried.empty())
        comparison.failed.push_back(tried.front());
    }
  }
  comparison.only_base = missing_in(next_groups, base_groups);
  comparison.only_next = missing_in(base_groups, next_groups);
  if (comparison.differences.empty() && comparison.failed.empty())
    throw Error(fmt::format("{} and {} have {} in common", base.path, next.path,
                            comparison.only_base.empty() ? "no variant" : "no workload"));
  return comparison;
}

}  // namespace modlab
