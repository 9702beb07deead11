#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gui/analysis/run.h"

namespace modlab {

/// How near one workload's kernels come to what the memory can do.
struct RooflineBar {
  std::size_t group = 0;
  std::string label;
  double roof_gbps = 0;  ///< 0 where no roofline was measured
  std::optional<std::size_t> best_exact;
  std::optional<std::size_t> best_formula;
};

/// A bar for each group with timings, in the order of the run.
std::vector<RooflineBar> roofline_bars(const Run& run);

/// What stands below each bar: a few have their whole names, more of them have these in lines, and where many stand
/// side by side each says only in what it differs from the one to its left, sizes left out.
std::vector<std::string> axis_labels(const std::vector<RooflineBar>& bars);

}  // namespace modlab
