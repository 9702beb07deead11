#pragma once

#include <string>
#include <vector>

#include "harness/bench/stage.h"
#include "harness/store/run_context.h"

namespace modlab {

/// True for a word of the command line that is Google Benchmark's.
bool is_google_flag(const std::string& word);

/// Runs, or lists, those of the stage's entries that Google Benchmark's flags ask for, and reports them as these say.
/// Throws Error on an unknown flag, or one with a value it cannot have. Gives how many entries were asked for.
std::size_t run_google_benchmark(Stage& stage, const RunContext& context, std::vector<std::string> flags);

}  // namespace modlab
