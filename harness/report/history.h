#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/report/compare.h"

namespace modlab::report {

/// The best variant of one accuracy class of one workload in one run.
struct HistoryPoint {
  std::size_t run = 0;  ///< index into the history's runs
  const store::Row* row = nullptr;
};

/// One accuracy class of one workload over the runs.
struct Series {
  std::string workload;
  std::string accuracy;
  std::vector<HistoryPoint> points;   ///< one for each run with a figure, at least one
  std::vector<Difference> steps;      ///< each point but the first against the one before
  std::optional<Difference> overall;  ///< the last against the first: a drift too slow for any single step

  /// Whether the step to this point, counted from 1, is a change point: FASTER or SLOWER than the one before.
  [[nodiscard]] bool changes_at(std::size_t point) const;
};

/// Many runs of one adapter in one mode.
struct History {
  std::vector<const RunFiles*> runs;  ///< in the order they were started
  std::vector<Series> series;         ///< in the order of the workloads, exact before formula
  double false_alarms = 0;
  std::size_t judged = 0;  ///< differences, all at once

  [[nodiscard]] const store::RunContext& context(std::size_t run) const { return runs[run]->context; }
};

/// Of equal runs, at most the share `false_alarms` of histories has any change at all. The history points into the
/// runs. Throws Error where there are fewer than two, where one is a verification, and where they ran on different
/// adapters or in different modes. Drivers, implementations and compilers may change: that is what a history is for.
History history_of(std::span<const RunFiles> runs, double false_alarms);

/// What two runs differ in that may explain a change, "revision 1a2b to 3c4d", "driver 550.1 to 560.2", in this order;
/// nothing where nothing is known to differ.
std::vector<std::string> what_changed(const store::RunContext& from, const store::RunContext& to);

}  // namespace modlab::report
