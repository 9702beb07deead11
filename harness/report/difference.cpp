#include "harness/report/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "harness/report/selection.h"
#include "harness/report/unclear_text.h"
#include "harness/statistics/holm.h"

namespace modlab::report {
namespace {

/// By how much more the machine changed in arithmetic than in memory, beyond the errors of its pilots; 0 where that is
/// unknown. A kernel may be bound by either, so that a smaller difference says nothing about it.
double lopsided_share(const store::WorkloadContext& base, const store::WorkloadContext& next) {
  for (const store::WorkloadContext* each : {&base, &next})
    if (each->pilot.median == 0 || each->arithmetic_pilot.median == 0) return 0;
  const statistics::Estimate over[] = {next.arithmetic_pilot, base.pilot};
  const statistics::Estimate under[] = {base.arithmetic_pilot, next.pilot};
  const statistics::Interval ci = statistics::run_ratio(over, under).ci;
  return std::max({ci.low - 1, 1 - ci.high, 0.0});
}

bool is_same_measurement(const Difference& difference) {
  return store::to_csv(*difference.base) == store::to_csv(*difference.next);
}

/// Whether there is a ratio to judge: both sides are final and have enough blocks for an interval.
bool is_judged(const Difference& difference) {
  return difference.unfinished.empty() && std::min(estimate_of(*difference.base).blocks,
                                                   estimate_of(*difference.next).blocks) >= statistics::kMinForInterval;
}

const store::WorkloadContext* find_workload(const store::RunContext& context, const store::Row& row) {
  const std::string workload = store::workload_of(row);
  const auto found = std::ranges::find_if(context.workloads, [&](const store::WorkloadContext& each) {
    return each.workload == workload && (each.run.empty() || each.run == row.run);
  });
  return found == context.workloads.end() ? nullptr : &*found;
}

std::string unfinished_text(std::string_view which, const store::RunContext& part, const store::Row& row) {
  const std::string why = why_unfinished(part, row);
  return why.empty() ? why : fmt::format("the {} run {}", which, why);
}

/// `confidence`: of the interval that must be beyond the indifference.
std::string why_unclear(const Difference& difference, double confidence) {
  if (!difference.unfinished.empty()) return difference.unfinished;
  for (const store::Row* row : {difference.base, difference.next})
    if (const std::size_t blocks = estimate_of(*row).blocks; blocks < statistics::kMinForInterval)
      return fmt::format("{} blocks in the {} run, where an interval takes {}; measure longer", blocks,
                         row == difference.base ? "base" : "new", statistics::kMinForInterval);
  return unclear_text(
      difference.ratio.ratio, difference.ratio.ci, difference.ratio.degrees,
      {.indifference = difference.indifference, .tolerance = statistics::kSameBetweenRuns, .confidence = confidence});
}

}  // namespace

std::optional<std::string> what_differs(const store::RunContext& base, const store::RunContext& next) {
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

store::WorkloadContext about_workload(const store::RunContext& context, const store::Row& row) {
  const store::WorkloadContext* const found = find_workload(context, row);
  return found == nullptr ? store::WorkloadContext{} : *found;
}

std::string why_unfinished(const store::RunContext& context, const store::Row& row) {
  const store::WorkloadContext* const about = find_workload(context, row);
  // Journals of other programs have nothing to say about workloads, and are finished.
  if (about == nullptr) return context.finished.empty() ? "was stopped before its confirmation" : "";
  if (!about->unconfirmed.empty()) return fmt::format("could not confirm it: {}", about->unconfirmed);
  return row.tie == "untested" && about->aa_variant.empty() ? "could not confirm it: no finalist passed again" : "";
}

Difference difference_of(const store::Row& base, const store::RunContext& base_part, const store::Row& next,
                         const store::RunContext& next_part) {
  const store::WorkloadContext base_about = about_workload(base_part, base);
  const store::WorkloadContext next_about = about_workload(next_part, next);
  const double indifference = std::max({statistics::kBetweenRuns, store::noise_floor_share(base_about),
                                        store::noise_floor_share(next_about), lopsided_share(base_about, next_about)});
  Difference difference{.base = &base, .next = &next, .indifference = indifference};
  difference.unfinished = unfinished_text("new", next_part, next);
  if (difference.unfinished.empty()) difference.unfinished = unfinished_text("base", base_part, base);
  // Between different machines, the difference that the pilot shows is part of the answer.
  if (base_about.pilot.median > 0 && next_about.pilot.median > 0 && !what_differs(base_part, next_part))
    difference.machine = next_about.pilot.median / base_about.pilot.median;
  if (is_same_measurement(difference)) return difference;
  std::vector<statistics::Estimate> over{estimate_of(next)};
  std::vector<statistics::Estimate> under{estimate_of(base)};
  if (difference.machine) {
    if (base.per_pilot && next.per_pilot) {
      over = {paced_estimate_of(next)};
      under = {paced_estimate_of(base)};
    } else {
      over.push_back(base_about.pilot);
      under.push_back(next_about.pilot);
    }
  }
  difference.ratio = statistics::run_ratio(over, under);
  return difference;
}

void judge_together(std::span<Difference> differences, double false_alarms) {
  std::vector<double> p_values;
  for (const Difference& each : differences)
    p_values.push_back(is_judged(each) ? each.ratio.p_value(each.indifference) : 1);
  const std::vector<bool> differs = statistics::holm_rejections(p_values, false_alarms);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    Difference& each = differences[i];
    if (each.unfinished.empty() && is_same_measurement(each))
      each.verdict = statistics::Verdict::same;
    else if (is_judged(each))
      each.verdict = statistics::judge_runs(each.ratio, differs[i]);
    if (each.verdict == statistics::Verdict::unclear)
      each.unclear = why_unclear(each, 1 - false_alarms / static_cast<double>(differences.size()));
  }
}

}  // namespace modlab::report
