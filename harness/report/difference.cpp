#include "harness/report/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "harness/report/selection.h"
#include "harness/statistics/holm.h"

namespace modlab {
namespace {

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

}  // namespace

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

WorkloadContext about_workload(const RunContext& context, const Row& row) {
  const std::string workload = workload_of(row);
  const auto found = std::ranges::find_if(context.workloads, [&](const WorkloadContext& each) {
    return each.workload == workload && (each.run.empty() || each.run == row.run);
  });
  return found == context.workloads.end() ? WorkloadContext{} : *found;
}

Difference difference_of(const Row& base, const RunContext& base_part, const Row& next, const RunContext& next_part) {
  const WorkloadContext base_about = about_workload(base_part, base);
  const WorkloadContext next_about = about_workload(next_part, next);
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

void judge_together(std::span<Difference> differences, double false_alarms) {
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

}  // namespace modlab
