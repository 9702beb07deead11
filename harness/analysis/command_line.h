#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab::analysis {

/// A command line without the program's name.
std::vector<std::string> arguments_of(const std::vector<std::string>& command);

/// Adds an option with its value, which may begin like an option itself.
void add_option(std::vector<std::string>& words, const std::string& option, const std::string& value);

/// The command line that measures a row's variant again, for the shell at hand: `modlab measure …`. A user's kernel is
/// looked for in the current folder. The context supplies what the row does not hold; without one the program's
/// defaults apply. Nothing where the row has text that is no name, or that no line of a shell can hold.
std::optional<std::string> reproducing_command(const store::Row& row, const store::RunContext* context);

}  // namespace modlab::analysis
