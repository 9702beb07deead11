#pragma once

#include <filesystem>
#include <optional>

namespace modlab::gui {

enum class Face { text, code };

/// A TrueType font of this machine; nothing where none of those we know is installed.
std::optional<std::filesystem::path> find_font(Face face);

}  // namespace modlab::gui
