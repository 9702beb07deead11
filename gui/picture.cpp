#include "gui/picture.h"

#include <fmt/format.h>
#include <png.h>

#include <string>

#include "harness/store/journal.h"
#include "kernels/error.h"

namespace modlab {

void write_png(const std::filesystem::path& path, const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  const png_int_32 bottom_up = -3 * picture.width;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.rgb.data(), bottom_up, nullptr) == 0)
    throw Error(fmt::format("{}: cannot be made: {}", path.string(), image.message));
  bytes.resize(size);
  replace_file(path, bytes);
}

}  // namespace modlab
