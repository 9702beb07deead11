#pragma once

#include <string>

#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab {

/// The command line that measures a row's variant again on its workload: `modlab measure …`. The context gives what the
/// row does not tell; without one the program's defaults stand.
std::string reproducing_command(const Row& row, const RunContext* context);

}  // namespace modlab
