#pragma once

#include <string>
#include <vector>

#include "harness/bench/stage.h"
#include "harness/store/run_context.h"

namespace modlab::bench {

/// True for a command-line argument of Google Benchmark's.
bool is_google_flag(const std::string& word);

/// Runs or lists the entries that Google Benchmark's flags select, and reports them as the flags say. Throws Error on
/// an unknown flag or value, and Interrupted, once the report is complete, where it was interrupted. Returns how many
/// entries were selected.
std::size_t run_google_benchmark(Stage& stage, const store::RunContext& context, std::vector<std::string> flags);

}  // namespace modlab::bench
