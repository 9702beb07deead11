#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab::report {

/// A run as text: for each workload and accuracy class the winner with its tie set, speed, share of the roofline and
/// speed-up over the plainest variant, then what failed and the noise floor. A merged run has a section per adapter.
std::string summarize(const std::vector<store::Row>& rows, const store::RunContext& context);

}  // namespace modlab::report
