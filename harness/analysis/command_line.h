#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab {

/// Joins words for a shell, with quotes around those that it would split.
std::string shell_line(const std::vector<std::string>& words);

/// A command line without the program's name.
std::vector<std::string> arguments_of(const std::vector<std::string>& command);

/// The arguments that resume a run which these started, "tune", "--op", …; none where their command cannot resume.
std::vector<std::string> resuming_arguments(std::vector<std::string> arguments, const std::filesystem::path& journal);

/// The command line that measures a row's variant again: `modlab measure …`. The context supplies what the row does not
/// hold; without one the program's defaults apply.
std::string reproducing_command(const Row& row, const RunContext* context);

}  // namespace modlab
