#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/statistics/run_ratio.h"
#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab::report {

/// One accuracy class of one workload in two runs.
struct Difference {
  const store::Row* base = nullptr;
  const store::Row* next = nullptr;
  /// The memory pilot's time in the new run over its time in the base: how much the machine itself changed. Nothing
  /// where a run has no pilot, or ran under other conditions.
  std::optional<double> machine{};
  statistics::RunRatio ratio{};  ///< new over base, divided by `machine`
  double indifference = 0;       ///< the ratio must be beyond this to be a difference
  std::string unfinished{};      ///< which run has no final figures, and why; empty where both have
  statistics::Verdict verdict = statistics::Verdict::unclear;
  std::string unclear{};  ///< why it is, and what would settle it
};

/// Why the figures of a row are not final: its run "was stopped before its confirmation", or could not confirm it.
/// Empty where they are.
std::string why_unfinished(const store::RunContext& context, const store::Row& row);

/// What the run that measured a row found out about its workload.
store::WorkloadContext about_workload(const store::RunContext& context, const store::Row& row);

/// The first thing that makes two runs incomparable, "different drivers, '1' and '2'": adapter, driver, D3D12
/// implementation or mode.
std::optional<std::string> what_differs(const store::RunContext& base, const store::RunContext& next);

/// Two measured rows, each with the context of its run. The verdict is still to come: it depends on how many
/// differences are judged at once.
Difference difference_of(const store::Row& base, const store::RunContext& base_part, const store::Row& next,
                         const store::RunContext& next_part);

/// The more are judged, the more of them are beyond the indifference by chance: so all at once, such that of equal runs
/// at most this share has any FASTER or SLOWER at all.
void judge_together(std::span<Difference> differences, double false_alarms);

}  // namespace modlab::report
