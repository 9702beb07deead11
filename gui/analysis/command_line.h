#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab {

/// Words as a shell takes them, in quotes where it would take them apart.
std::string shell_line(const std::vector<std::string>& words);

/// The words of a command line that a context has kept, without the program's name.
std::vector<std::string> kept_words(const std::string& command);

/// The words that go on with a run that these began, "tune", "--op", …; none where they are of no command that can.
std::vector<std::string> resuming_words(std::vector<std::string> words, const std::filesystem::path& journal);

/// The command line that measures a row's variant again on its workload: `modlab measure …`. The context gives what the
/// row does not tell; without one the program's defaults stand.
std::string reproducing_command(const Row& row, const RunContext* context);

}  // namespace modlab
