#pragma once

#include <filesystem>

#include "kernels/files/kernel_file.h"

namespace modlab::compile {

/// Reads a user's kernel and what it includes of its own folder. Throws Error that names the file and line: where it
/// cannot be read, where a declaration is wrong, and where an include is neither in that folder nor one of our headers.
KernelPtr load_kernel(const std::filesystem::path& path);

}  // namespace modlab::compile

namespace modlab {  // what docs/embedding.md names

using compile::load_kernel;

}  // namespace modlab
