#pragma once

#include "harness/cli/commands.h"

namespace modlab::cli {

/// `modlab kernel try`: a kernel file against the best variant known, once or on every save.
Action add_kernel_try_command(CLI::App& command);

}  // namespace modlab::cli
