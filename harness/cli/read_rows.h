#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/report/compare.h"
#include "harness/session/outputs.h"
#include "harness/store/journal.h"

namespace modlab::cli {

// Journals whose end is incomplete or damaged, as a killed run or a power cut leaves them: the user is told on stderr.

std::vector<store::Row> read_rows(const std::filesystem::path& journal);

/// With its context.
report::RunFiles read_run(const std::string& journal);

/// All of them but the files of samples beside them, so that a shell's pattern such as runs/*.csv can name them.
std::vector<report::RunFiles> read_runs(const std::vector<std::string>& files);

/// What belongs to any of them.
session::Paths files_of_runs(const std::vector<std::string>& journals);

/// For a resumed run, which removes the damaged end.
void report_removed(const store::Journal& journal);

}  // namespace modlab::cli
