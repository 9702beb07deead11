#include "harness/report/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/report/selection.h"
#include "kernels/accuracy.h"
#include "kernels/error.h"

namespace modlab::report {
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
    for (const store::Row* row : figures) questions.push_back({accuracy.name, row->variant});
  }
  return questions;
}

Rows answers_in(const Rows& group, const Question& question) {
  Rows rows = of_class(group, question.accuracy);
  if (!question.variant.empty())
    std::erase_if(rows, [&](const store::Row* row) { return row->variant != question.variant; });
  return rows;
}

/// A run's rows by workload, and the part of the run that each belongs to.
struct Grouped {
  explicit Grouped(const RunFiles& files) : run(files), groups(group_by_workload(files.rows)) {}

  [[nodiscard]] const store::RunContext& part_of(const Rows& group) const {
    return store::part_on(run.context, group.front()->adapter);
  }

  /// The rows of a workload in a part; none where it has none.
  [[nodiscard]] Rows find(const std::string& workload, const store::RunContext& part) const {
    const auto group = std::ranges::find_if(groups, [&](const Rows& rows) {
      return store::workload_of(*rows.front()) == workload && &part_of(rows) == &part;
    });
    return group == groups.end() ? Rows{} : *group;
  }

  const RunFiles& run;
  std::vector<Rows> groups;
};

/// The part of the other run to compare a part with: that of the same adapter, or the whole where neither run has
/// parts. Null where there is none.
const store::RunContext* counterpart(const store::RunContext& part, const store::RunContext& run,
                                     const store::RunContext& other) {
  if (run.parts.empty() && other.parts.empty()) return &other;
  for (const store::RunContext& each : store::parts_of(other))
    if (each.device.adapter == part.device.adapter) return &each;
  return nullptr;
}

/// Workloads and classes measured in one run and not even tried in the other.
std::vector<UnmatchedClass> missing_in(const Grouped& other, const Grouped& grouped) {
  std::vector<UnmatchedClass> missing;
  for (const Rows& group : grouped.groups) {
    const std::string workload = store::workload_of(*group.front());
    const store::RunContext& part = grouped.part_of(group);
    const store::RunContext* const other_part = counterpart(part, grouped.run.context, other.run.context);
    const Rows others = other_part == nullptr ? Rows{} : other.find(workload, *other_part);
    for (const Question& question : questions_of(group, false))
      if (answers_in(others, question).empty())
        missing.push_back({workload, std::string(question.accuracy),
                           grouped.run.context.parts.empty() ? std::string() : part.device.adapter});
  }
  return missing;
}

void refuse_incomparable(const RunFiles& base, const RunFiles& next) {
  for (const store::RunContext& part : store::parts_of(base.context)) {
    const store::RunContext* const other = counterpart(part, base.context, next.context);
    if (other == nullptr) continue;
    if (const auto differs = what_differs(part, *other))
      throw Error(fmt::format("{} and {} have {}; --across compares them anyway", base.path, next.path, *differs));
  }
}

}  // namespace

void refuse_verification(const RunFiles& run) {
  if (run.context.mode == "verify")
    throw Error(fmt::format("{}: has no timings; `modlab measure` and `modlab tune` make them", run.path));
}

RunComparison compare_runs(const RunFiles& base, const RunFiles& next, const CompareOptions& options) {
  for (const RunFiles* run : {&base, &next}) refuse_verification(*run);
  if (!options.across) refuse_incomparable(base, next);
  const Grouped base_rows(base);
  const Grouped next_rows(next);

  RunComparison comparison;
  for (const Rows& group : base_rows.groups) {
    const store::RunContext& base_part = base_rows.part_of(group);
    const store::RunContext* const next_part = counterpart(base_part, base.context, next.context);
    if (next_part == nullptr) continue;
    const Rows next_group = next_rows.find(store::workload_of(*group.front()), *next_part);
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
  judge_together(comparison.differences, options.false_alarms);
  comparison.only_base = missing_in(next_rows, base_rows);
  comparison.only_next = missing_in(base_rows, next_rows);
  return comparison;
}

}  // namespace modlab::report
