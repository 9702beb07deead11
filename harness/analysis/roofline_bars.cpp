#include "harness/analysis/roofline_bars.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "harness/store/run_context.h"
#include "kernels/accuracy.h"

namespace modlab::analysis {
namespace {

/// A launch of the row's workload that does nothing; 0 where none was timed.
double launch_floor_ns(const Run& run, const store::Row& row) {
  const std::vector<store::WorkloadContext>& workloads = store::part_on(run.files.context, row.adapter).workloads;
  const auto found = std::ranges::find(workloads, store::workload_of(row), &store::WorkloadContext::workload);
  return found == workloads.end() ? 0 : found->launch_floor.median;
}

LimitKind copy_in(std::string_view mode) {
  return mode == "cold" ? LimitKind::cold_copy : mode == "overlap" ? LimitKind::overlap_copy : LimitKind::warm_copy;
}

std::vector<RooflineBar> bars_of(const Run& run) {
  std::vector<RooflineBar> bars;
  for (std::size_t group = 0; group < run.groups.size(); ++group) {
    const std::vector<std::size_t> timed = timed_rows(run, group, {});
    if (timed.empty()) continue;
    RooflineBar bar{
        .group = group, .label = run.groups[group].label, .best_exact = {}, .best_formula = {}, .peers = {}};
    double packed_gbps = 0;
    for (const std::size_t index : timed) {
      bar.roof_gbps = std::max(bar.roof_gbps, run.rows()[index].roofline_gbps.value_or(0));
      packed_gbps = std::max(packed_gbps, run.rows()[index].packed_gbps.value_or(0));
    }
    const store::Row& first = run.rows()[timed.front()];
    if (const double floor_ns = launch_floor_ns(run, first); floor_ns > 0)
      bar.floor_gbps = static_cast<double>(first.bytes.value_or(0)) / floor_ns;
    if (bar.roof_gbps > 0) bar.limits.push_back({copy_in(first.mode), bar.roof_gbps});
    if (packed_gbps > 0) bar.limits.push_back({LimitKind::packed_copy, packed_gbps});
    if (bar.floor_gbps > 0) bar.limits.push_back({LimitKind::launch_floor, bar.floor_gbps});
    const auto best_of_class = [&](Accuracy accuracy) -> std::optional<std::size_t> {
      if (timed_rows(run, group, name_of(accuracy)).empty()) return std::nullopt;
      return best_row(run, group, name_of(accuracy));
    };
    bar.best_exact = best_of_class(Accuracy::exact);
    bar.best_formula = best_of_class(Accuracy::formula);
    bar.peers = timed_rows(run, group, name_of(Accuracy::peer));
    bars.push_back(std::move(bar));
  }
  return bars;
}

}  // namespace

std::vector<RooflineBar> roofline_bars(const Run& run, const Run* beside) {
  std::vector<RooflineBar> bars = bars_of(run);
  // By workload and adapter, what a copy reaches in each mode.
  std::map<std::pair<std::string, std::string>, std::vector<RooflineLimit>> copies;
  const auto key_of = [](const Run& of, const RooflineBar& bar) {
    const store::Row& row = of.rows()[of.groups[bar.group].indices.front()];
    return std::pair(store::workload_of(row), row.adapter);
  };
  const auto add_copies = [&](const Run& of, const std::vector<RooflineBar>& its_bars) {
    for (const RooflineBar& bar : its_bars)
      if (bar.roof_gbps > 0) copies[key_of(of, bar)].push_back(bar.limits.front());
  };
  add_copies(run, bars);
  if (beside != nullptr) add_copies(*beside, bars_of(*beside));
  for (RooflineBar& bar : bars)
    for (const RooflineLimit& copy : copies[key_of(run, bar)])
      if (std::ranges::find(bar.limits, copy.kind, &RooflineLimit::kind) == bar.limits.end())
        bar.limits.push_back(copy);
  return bars;
}

}  // namespace modlab::analysis
