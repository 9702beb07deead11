#pragma once

#include <string>
#include <vector>

#include "harness/report/selection.h"
#include "harness/store/run_context.h"

namespace modlab::report {

/// Why no variant of a workload passed, by the most common status and its most common message: "no variant passed; 12
/// of 14: wrong result: 3 of 4096 …". Empty where one passed. Peers do not count.
std::string why_none_passed(const Rows& rows);

/// "WORKLOAD: no variant passed; …" for each workload that the run is done with and has no confirmed variant for.
std::vector<std::string> where_none_confirmed(const std::vector<store::Row>& rows, const store::RunContext& context);

}  // namespace modlab::report
