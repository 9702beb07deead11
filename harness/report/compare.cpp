#include "harness/report/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "harness/report/selection.h"
#include "harness/statistics/holm.h"
#include "kernels/algorithm.h"
#include "kernels/error.h"

namespace modlab {
namespace {

/// What is compared: the best of an accuracy class, or one variant.
struct Question {
  std::string_view accuracy;
  std::string_view variant;  ///< empty: the best
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

/// A run's rows by workload, and the part of the run that each belongs to.
struct Grouped {
  explicit Grouped(const RunFiles& files) : run(files), groups(group_by_workload(files.rows)) {}

  [[nodiscard]] const RunContext& part_of(const Rows& group) const {
    return part_on(run.context, group.front()->adapter);
  }

  /// The rows of a workload in a part; none where it has none.
  [[nodiscard]] Rows find(const std::string& workload, const RunContext& part) const {
    const auto group = std::ranges::find_if(
        groups, [&](const Rows& rows) { return workload_of(*rows.front()) == workload && &part_of(rows) == &part; });
    return group == groups.end() ? Rows{} : *group;
  }

  const RunFiles& run;
  std::vector<Rows> groups;
};

/// The part of the other run to compare a part with: that of the same adapter, or the whole where neither run has
/// parts. Null where there is none.
const RunContext* counterpart(const RunContext& part, const RunContext& run, const RunContext& other) {
  if (run.parts.empty() && other.parts.empty()) return &other;
  for (const RunContext& each : parts_of(other))
    if (each.device.adapter == part.device.adapter) return &each;
  return nullptr;
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

/// The context of a row's workload in the run that measured it.
WorkloadContext about(const RunContext& context, const Row& row) {
  const std::string workload = workload_of(row);
  const auto found = std::ranges::find_if(context.workloads, [&](const WorkloadContext& each) {
    return each.workload == workload && (each.run.empty() || each.run == row.run);
  });
  return found == context.workloads.end() ? WorkloadContext{} : *found;
}

/// By how much more the machine changed in arithmetic than in memory, beyond the errors of its pilots; 0 where that is
/// unknown. A kernel may be bound by either, so that a smaller difference says nothing about it.
double lopsided_share(const WorkloadContext& base, const WorkloadContext& next) {
  for (const WorkloadContext* each : {&base, &next})
    if (each->pilot.median == 0 || each->arithmetic_pilot.median == 0) return 0;
  const Estimate over[] = {next.arithmetic_pilot, base.pilot};
  const Estimate under[] = {base.arithmetic_pilot, next.pilot};
  const Interval ci = run_ratio(over, under).ci;
  return std::max({ci.low - 1, 1 - ci.high, 0.0});
}

bool is_same_measurement(const Difference& difference) { return to_csv(*difference.base) == to_csv(*difference.next); }

/// Whether both sides have enough blocks for one.
bool has_interval(const Difference& difference) {
  return std::min(estimate_of(*difference.base).blocks, estimate_of(*difference.next).blocks) >= kMinForInterval;
}

Difference difference_of(const Row& base, const RunContext& base_part, const Row& next, const RunContext& next_part) {
  const WorkloadContext base_about = about(base_part, base);
  const WorkloadContext next_about = about(next_part, next);
  const double indifference = std::max({kBetweenRuns, noise_floor_share(base_about), noise_floor_share(next_about),
                                        lopsided_share(base_about, next_about)});
  Difference difference{.base = &base, .next = &next, .indifference = indifference};
  if (is_same_measurement(difference)) return difference;
  std::vector<Estimate> over{estimate_of(next)};
  std::vector<Estimate> under{estimate_of(base)};
  // Between different machines, the difference that the pilot shows is part of the answer.
  if (base_about.pilot.median > 0 && next_about.pilot.median > 0 && !what_differs(base_part, next_part)) {
    difference.machine = next_about.pilot.median / base_about.pilot.median;
    if (base.per_pilot && next.per_pilot) {
      over = {paced_estimate_of(next)};
      under = {paced_estimate_of(base)};
    } else {
      over.push_back(base_about.pilot);
      under.push_back(next_about.pilot);
    }
  }
  difference.ratio = run_ratio(over, under);
  return difference;
}

/// All at once: the more are judged, the more of them are beyond the indifference by chance.
void judge_all(std::vector<Difference>& differences, double false_alarms) {
  std::vector<double> p_values;
  for (const Difference& each : differences)
    p_values.push_back(has_interval(each) ? each.ratio.p_value(each.indifference) : 1);
  const std::vector<bool> differs = holm_rejections(p_values, false_alarms);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    Difference& each = differences[i];
    if (is_same_measurement(each))
      each.verdict = Verdict::same;
    else if (has_interval(each))
      each.verdict = judge_runs(each.ratio, differs[i]);
  }
}

/// Workloads and classes measured in one run and not even tried in the other.
std::vector<std::string> missing_in(const Grouped& other, const Grouped& grouped) {
  std::vector<std::string> names;
  for (const Rows& group : grouped.groups) {
    const std::string workload = workload_of(*group.front());
    const RunContext& part = grouped.part_of(group);
    const RunContext* const other_part = counterpart(part, grouped.run.context, other.run.context);
    const Rows others = other_part == nullptr ? Rows{} : other.find(workload, *other_part);
    const std::string where = grouped.run.context.parts.empty() ? "" : fmt::format(" on {}", part.device.adapter);
    for (const Question& question : questions_of(group, false))
      if (answers_in(others, question).empty())
        names.push_back(fmt::format("{} {}{}", workload, question.accuracy, where));
  }
  return names;
}

void refuse_incomparable(const RunFiles& base, const RunFiles& next) {
  for (const RunContext& part : parts_of(base.context)) {
    const RunContext* const other = counterpart(part, base.context, next.context);
    if (other == nullptr) continue;
    if (const auto differs = what_differs(part, *other))
      throw Error(fmt::format("{} and {} have {}; --across compares them anyway", base.path, next.path, *differs));
  }
}

}  // namespace

RunComparison compare_runs(const RunFiles& base, const RunFiles& next, const CompareOptions& options) {
  const Grouped base_rows(base);
  const Grouped next_rows(next);
  for (const Grouped* grouped : {&base_rows, &next_rows})
    if (std::ranges::all_of(grouped->groups, [](const Rows& group) { return measured(group).empty(); }))
      throw Error(fmt::format("{}: has no timings; `modlab measure` and `modlab tune` make them", grouped->run.path));
  if (!options.across) refuse_incomparable(base, next);

  RunComparison comparison;
  for (const Rows& group : base_rows.groups) {
    const RunContext& base_part = base_rows.part_of(group);
    const RunContext* const next_part = counterpart(base_part, base.context, next.context);
    if (next_part == nullptr) continue;
    const Rows next_group = next_rows.find(workload_of(*group.front()), *next_part);
    for (const Question& question : questions_of(group, options.every_variant)) {
      const Rows tried = answers_in(next_group, question);
      const Rows figures = measured(tried);
      if (!figures.empty())
        comparison.differences.push_back(
            difference_of(best_of(measured(answers_in(group, question))), base_part, best_of(figures), *next_part));
      else if (!tried.empty())
        comparison.failed.push_back(tried.front());
    }
  }
  judge_all(comparison.differences, options.false_alarms);
  comparison.only_base = missing_in(next_rows, base_rows);
  comparison.only_next = missing_in(base_rows, next_rows);
  if (comparison.differences.empty() && comparison.failed.empty())
    throw Error(fmt::format("{} and {} have {} in common", base.path, next.path,
                            comparison.only_base.empty() ? "no variant" : "no workload"));
  return comparison;
}

}  // namespace modlab
