#pragma once

#include <filesystem>
#include <vector>

#include "harness/store/journal.h"

namespace modlab {

// Journals whose last line is incomplete, as a killed run leaves them: the user is told on stderr.

std::vector<Row> read_rows(const std::filesystem::path& journal);

/// For a resumed run, which removes the line.
void report_torn(const Journal& journal);

}  // namespace modlab
