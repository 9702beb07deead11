#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace modlab {

/// What a picture file holds.
struct Pixels {
  int width = 0;
  int height = 0;
  std::size_t colours = 0;  ///< how many different ones
  std::string rgb;
};

/// Fails the test where the file is no picture.
Pixels read_pixels(const std::filesystem::path& path);

}  // namespace modlab
