#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/run.h"
#include "kernels/names.h"

namespace modlab::analysis {

/// What bounds a workload's throughput, as it was measured.
enum class LimitKind { cold_copy, warm_copy, overlap_copy, packed_copy, launch_floor };

inline constexpr std::array<Named<LimitKind>, 5> kLimitNames{{
    {LimitKind::cold_copy, "copy, cold (DRAM)"},
    {LimitKind::warm_copy, "copy, warm (cache, if it fits)"},
    {LimitKind::overlap_copy, "copy, overlapping launches"},
    {LimitKind::packed_copy, "packed copy"},
    {LimitKind::launch_floor, "launch floor"},
}};
constexpr std::string_view name_of(LimitKind kind) { return name_in(kLimitNames, kind); }

struct RooflineLimit {
  LimitKind kind = LimitKind::warm_copy;
  double gbps = 0;

  bool operator==(const RooflineLimit&) const = default;
};

/// How close one workload's kernels come to the memory's bandwidth.
struct RooflineBar {
  std::size_t group = 0;
  std::string label;
  double roof_gbps = 0;   ///< 0 where no roofline was measured
  double floor_gbps = 0;  ///< of a kernel that takes no longer than a launch that does nothing; 0 where none was timed
  std::vector<RooflineLimit> limits{};  ///< both, what a copy reaches in other modes, and a packed copy
  std::optional<std::size_t> best_exact;
  std::optional<std::size_t> best_formula;
  std::vector<std::size_t> peers;  ///< what was timed beside the variants
};

/// A bar for each group with timings, in the run's order. A run has one mode; what a copy reaches in another is known
/// where a run `beside` it has the same workload on the same adapter.
std::vector<RooflineBar> roofline_bars(const Run& run, const Run* beside = nullptr);

}  // namespace modlab::analysis
