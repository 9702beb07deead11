#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace modlab {

/// What a picture file holds.
struct Pixels {
  int width = 0;
  int height = 0;
  std::size_t colours = 0;  ///< distinct ones
  std::string rgb;
};

/// Fails the test if the file is not a picture.
Pixels read_pixels(const std::filesystem::path& path);

}  // namespace modlab
