#pragma once

#include <cstddef>
#include <filesystem>

namespace modlab {

/// Writes a journal of so many rows, as a sweep over all types and many shapes would leave one: real variants with
/// figures made up from a seed. For benchmarks, whose results must not depend on what lies around.
void write_generated_run(const std::filesystem::path& journal, std::size_t rows);

}  // namespace modlab
