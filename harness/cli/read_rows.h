#pragma once

#include <filesystem>
#include <vector>

#include "harness/store/row.h"

namespace modlab {

/// A journal's rows, with a word on stderr where its last line was cut off.
std::vector<Row> read_rows(const std::filesystem::path& journal);

}  // namespace modlab
