#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace modlab {

/// What a window shows, as OpenGL hands it out.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  ///< three bytes a pixel, the bottom line first
};

/// Writes a PNG. Throws Error where the file cannot be written; an older picture of that name stays then.
void write_png(const std::filesystem::path& path, const Picture& picture);

}  // namespace modlab
