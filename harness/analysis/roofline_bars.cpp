#include "harness/analysis/roofline_bars.h"

#include <algorithm>
#include <string_view>

#include "harness/store/run_context.h"
#include "kernels/algorithm.h"
#include "kernels/split.h"

namespace modlab {
namespace {

using Parts = std::vector<std::string_view>;

constexpr std::size_t kShape = 2;  ///< the part of a workload's name that is too wide

std::string one_part_per_line(std::string label) {
  std::size_t parts = 0;
  for (char& c : label)
    if (c == '/' && ++parts >= 2) c = '\n';
  return label;
}

/// A line for each part on which any labels differ, empty where the label before has the same.
std::string differing_parts(const std::vector<Parts>& all, std::size_t i) {
  std::string lines;
  for (std::size_t part = 0; part < all[i].size(); ++part) {
    const auto has = [&](const Parts& other) { return part < other.size() && other[part] == all[i][part]; };
    if (part == kShape || std::ranges::all_of(all, has)) continue;
    if (!lines.empty()) lines += '\n';
    if (i == 0 || !has(all[i - 1])) lines += all[i][part];
    if (lines.empty()) lines = " ";  // an empty first line is still a line
  }
  return lines;
}

/// A launch of the row's workload that does nothing; 0 where none was timed.
double launch_floor_ns(const Run& run, const Row& row) {
  const std::vector<WorkloadContext>& workloads = part_on(run.files.context, row.adapter).workloads;
  const auto found = std::ranges::find(workloads, workload_of(row), &WorkloadContext::workload);
  return found == workloads.end() ? 0 : found->launch_floor.median;
}

}  // namespace

std::vector<std::string> axis_labels(const std::vector<RooflineBar>& bars) {
  constexpr std::size_t kFitInOneLine = 4;
  constexpr std::size_t kFitInLines = 24;
  std::vector<Parts> all;
  for (const RooflineBar& bar : bars) all.push_back(split(bar.label, '/'));
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < bars.size(); ++i)
    labels.push_back(bars.size() <= kFitInOneLine ? bars[i].label
                     : bars.size() <= kFitInLines ? one_part_per_line(bars[i].label)
                                                  : differing_parts(all, i));
  return labels;
}

std::vector<RooflineBar> roofline_bars(const Run& run) {
  std::vector<RooflineBar> bars;
  for (std::size_t group = 0; group < run.groups.size(); ++group) {
    const std::vector<std::size_t> timed = timed_rows(run, group, {});
    if (timed.empty()) continue;
    RooflineBar bar{
        .group = group, .label = run.groups[group].label, .best_exact = {}, .best_formula = {}, .peers = {}};
    for (const std::size_t index : timed)
      bar.roof_gbps = std::max(bar.roof_gbps, run.rows()[index].roofline_gbps.value_or(0));
    const Row& first = run.rows()[timed.front()];
    if (const double floor_ns = launch_floor_ns(run, first); floor_ns > 0)
      bar.floor_gbps = static_cast<double>(first.bytes.value_or(0)) / floor_ns;
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

}  // namespace modlab
