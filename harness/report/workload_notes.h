#pragma once

#include <string>
#include <vector>

#include "harness/report/selection.h"
#include "harness/store/run_context.h"

namespace modlab::report {

/// What a run found out about a workload as a whole, a line each: noise floor, pilots, launch floor, faults. `rows` are
/// those of the workload.
std::vector<std::string> workload_notes(const store::RunContext& run, const store::WorkloadContext& context,
                                        const Rows& rows);

/// "3 precise, 1 time": how often each word occurs in a column of those of the rows that passed, or that did not.
std::string counts_text(const Rows& rows, bool ok, std::string store::Row::*column);

}  // namespace modlab::report
