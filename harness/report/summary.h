#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab {

/// A run as text: for each workload and accuracy class the winner with its tie set, speed, share of the roofline and
/// speed-up over the plainest variant, what failed, and the noise floor. A section each for the adapters of a merged
/// run.
std::string summarize(const std::vector<Row>& rows, const RunContext& context);

}  // namespace modlab
