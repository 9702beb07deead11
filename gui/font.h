#pragma once

#include <filesystem>
#include <optional>

namespace modlab {

/// A readable TrueType font of this machine; nothing where none of those we know is installed.
std::optional<std::filesystem::path> find_font();

}  // namespace modlab
