#include "tests/support/pixels.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string_view>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb_image.h>

namespace modlab {

Pixels read_pixels(const std::filesystem::path& path) {
  Pixels pixels;
  int channels = 0;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> bytes(
      stbi_load(path.string().c_str(), &pixels.width, &pixels.height, &channels, 3), stbi_image_free);
  if (bytes == nullptr) {
    ADD_FAILURE() << path << ": " << stbi_failure_reason();
    return pixels;
  }
  pixels.rgb.assign(bytes.get(), bytes.get() + std::size_t{3} * static_cast<std::size_t>(pixels.width) *
                                                   static_cast<std::size_t>(pixels.height));
  std::set<std::string_view> colours;
  for (std::size_t i = 0; i < pixels.rgb.size(); i += 3) colours.insert(std::string_view(pixels.rgb).substr(i, 3));
  pixels.colours = colours.size();
  return pixels;
}

}  // namespace modlab
