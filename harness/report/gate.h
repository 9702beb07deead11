#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/compare.h"
#include "kernels/names.h"

namespace modlab::report {

/// What a gate can fail on, in a comparison.
enum class GateFault {
  slower,
  unclear,
  missing,  ///< the new run has no row where the base has a figure
  failed,   ///< or only rows that failed
};
inline constexpr std::array<Named<GateFault>, 4> kGateFaultNames{{{GateFault::slower, "slower"},
                                                                  {GateFault::unclear, "unclear"},
                                                                  {GateFault::missing, "missing"},
                                                                  {GateFault::failed, "failed"}}};
constexpr std::string_view name_of(GateFault fault) { return name_in(kGateFaultNames, fault); }

std::size_t count_of(const RunComparison& comparison, GateFault fault);

/// Why a gate fails that fails on these: "1 slower, 2 missing". It also fails where there was nothing to compare. Empty
/// where it passes.
std::string gate_text(const RunComparison& comparison, const std::vector<GateFault>& fail_on);

}  // namespace modlab::report
