#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace modlab {

/// A file's whole content; throws Error when it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// A file's whole content; nothing when it cannot be read.
std::optional<std::string> try_read_file(const std::filesystem::path& path);

/// Replaces a file as a whole: readers see the old content or the new, never a part, even while several processes write
/// it. Throws Error when it cannot.
void replace_file(const std::filesystem::path& path, std::string_view content);

}  // namespace modlab
