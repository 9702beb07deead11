#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/run.h"

namespace modlab {

/// How close one workload's kernels come to the memory's bandwidth.
struct RooflineBar {
  std::size_t group = 0;
  std::string label;
  double roof_gbps = 0;   ///< 0 where no roofline was measured
  double floor_gbps = 0;  ///< of a kernel that takes no longer than a launch that does nothing; 0 where none was timed
  std::optional<std::size_t> best_exact;
  std::optional<std::size_t> best_formula;
  std::vector<std::size_t> peers;  ///< what was timed beside the variants
};

/// A bar for each group with timings, in the run's order.
std::vector<RooflineBar> roofline_bars(const Run& run);

/// The labels below the bars: full names for a few bars, one part per line for more, and for many only the parts that
/// differ from the bar to the left, without the shape.
std::vector<std::string> axis_labels(const std::vector<RooflineBar>& bars);

}  // namespace modlab
