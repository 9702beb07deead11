#pragma once

#include <cstddef>
#include <filesystem>

namespace modlab::gui {

/// Writes a journal with this many rows, as a sweep over all types and many shapes would: real variants with figures
/// generated from a fixed seed. For benchmarks, whose results must not depend on which runs a machine has.
void write_generated_run(const std::filesystem::path& journal, std::size_t rows);

}  // namespace modlab::gui
