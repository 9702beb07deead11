#pragma once

#include <filesystem>
#include <vector>

#include "harness/store/journal.h"

namespace modlab {

// Journals whose last line was cut off, as a killed run leaves them: the user is told on stderr.

std::vector<Row> read_rows(const std::filesystem::path& journal);

/// For a run that is resumed, which removes the line.
void report_torn(const Journal& journal);

}  // namespace modlab
