#pragma once

#include <filesystem>
#include <vector>

namespace modlab::session {

using Paths = std::vector<std::filesystem::path>;

/// A journal, and what may be beside it.
Paths files_of_run(const std::filesystem::path& journal);

/// A user's kernel, and what it includes of its folder. Throws Error as load_kernel does.
Paths files_of_kernel(const std::filesystem::path& kernel);

/// Throws Error where a call would write over a file that it reads, or write one file twice. Empty paths name none.
void check_outputs(const Paths& outputs, const Paths& inputs);

}  // namespace modlab::session
