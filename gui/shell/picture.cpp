#include "gui/shell/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "harness/system/file.h"
#include "kernels/error.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace modlab::gui {

Picture crop(const Picture& picture, int x, int y, int width, int height) {
  Picture part(width, height);
  for (int line = 0; line < height; ++line) {
    const std::uint8_t* first = picture.line(y + line) + std::size_t{3} * static_cast<std::size_t>(x);
    std::copy_n(first, std::size_t{3} * static_cast<std::size_t>(width), part.line(line));
  }
  return part;
}

void write_png(const std::filesystem::path& path, const Picture& picture) {
  std::string bytes;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &bytes, picture.width, picture.height, 3, picture.rgb.data(), 3 * picture.width) ==
      0)
    throw Error(fmt::format("{}: out of memory while encoding the picture", path.string()));
  replace_file(path, bytes);
}

}  // namespace modlab::gui
