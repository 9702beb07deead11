#pragma once

#include <string>
#include <vector>

#include "harness/report/selection.h"
#include "harness/store/run_context.h"

namespace modlab::report {

/// Why a kernel differs from itself by more than a run is for: "A/A IS NOT SAME: differences of up to 1.6 % say nothing
/// here; too little time: 0.5 % takes about 15 s, 4 times as long", or a machine that was not steady. Empty where it
/// does not, or by so little that it does not matter. `rows` are those of the workload, and `run` the run or part that
/// found the context.
std::string noise_text(const store::RunContext& run, const store::WorkloadContext& context, const Rows& rows);

/// How long the whole run would have to be, where several of its workloads had too little time, as a line; otherwise
/// empty.
std::string too_short_text(const store::RunContext& run, const std::vector<Rows>& workloads);

}  // namespace modlab::report
