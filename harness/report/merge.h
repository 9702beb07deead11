#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/report/compare.h"
#include "harness/store/row.h"
#include "harness/store/run_context.h"
#include "harness/store/samples.h"

namespace modlab::report {

/// A run with its samples.
struct SampledRun {
  RunFiles files;
  std::vector<store::Sample> samples;
};

/// The content of several journals.
struct MergedRun {
  std::vector<store::Row> rows;
  store::RunContext context;
  std::vector<store::Sample> samples;
};

/// Joins the journals of one sweep, at least one: its shards, or runs on several adapters. Rows keep the run and the
/// time they were measured in and are renumbered; where a workload's variants come from several journals, the tie set
/// is found again from their intervals (docs/tuning.md). The context gets the name and the command. Throws Error,
/// naming the files, where two of them measured the same, had different seeds or modes, or, on the same adapter,
/// different drivers, builds or settings.
MergedRun merge_runs(std::vector<SampledRun> runs, const std::string& name, const std::vector<std::string>& command);

/// Writes the three files of a run. Throws Error, and changes nothing, where one of them exists.
void write_merged(const std::filesystem::path& journal, const MergedRun& merged);

}  // namespace modlab::report
