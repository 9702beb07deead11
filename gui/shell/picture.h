#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace modlab::gui {

/// Pixels, as of a window.
struct Picture {
  Picture(int width_pixels, int height_pixels)
      : width(width_pixels),
        height(height_pixels),
        rgb(std::size_t{3} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  /// The first byte of a row of pixels, counted from the top.
  [[nodiscard]] std::uint8_t* line(int number) {
    return rgb.data() + std::size_t{3} * static_cast<std::size_t>(width) * static_cast<std::size_t>(number);
  }
  [[nodiscard]] const std::uint8_t* line(int number) const { return const_cast<Picture*>(this)->line(number); }

  int width;
  int height;
  std::vector<std::uint8_t> rgb;  ///< three bytes per pixel, the top row first
};

/// A part of a picture; it must lie within it.
Picture crop(const Picture& picture, int x, int y, int width, int height);

/// Writes a PNG. Throws Error where the file cannot be written; an existing file is then left unchanged.
void write_png(const std::filesystem::path& path, const Picture& picture);

}  // namespace modlab::gui
