#include "gui/draw/font.h"

#include <array>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "harness/system/environment.h"
#include "harness/system/file.h"
#include "kernels/split.h"

namespace modlab::gui {
namespace {

namespace fs = std::filesystem;

// In order of preference. The digits of each have one width, so that columns of figures line up.
constexpr std::array<std::string_view, 5> kTextFonts{"DejaVuSans.ttf", "NotoSans-Regular.ttf",
                                                     "LiberationSans-Regular.ttf", "Roboto-Regular.ttf", "segoeui.ttf"};
constexpr std::array<std::string_view, 5> kCodeFonts{"DejaVuSansMono.ttf", "NotoSansMono-Regular.ttf",
                                                     "LiberationMono-Regular.ttf", "RobotoMono-Regular.ttf",
                                                     "consola.ttf"};

std::vector<fs::path> font_folders() {
#if defined(_WIN32)
  return {environment_path("SystemRoot") / "Fonts"};
#else
  std::string shares = environment("XDG_DATA_DIRS");
  if (shares.empty()) shares = "/usr/local/share:/usr/share";
  std::vector<fs::path> folders;
  for (const std::string_view share : split(shares, ':'))
    if (!share.empty()) folders.push_back(fs::path(share) / "fonts");
  return folders;
#endif
}

}  // namespace

std::optional<fs::path> find_font(Face face) {
  const auto& fonts = face == Face::text ? kTextFonts : kCodeFonts;
  std::size_t best = fonts.size();
  std::optional<fs::path> found;
  for (const fs::path& folder : font_folders()) {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
      for (std::size_t rank = 0; rank < best; ++rank) {
        if (entry->path().filename() != fonts[rank] || !try_read_file(entry->path())) continue;
        best = rank;
        found = entry->path();
      }
    }
  }
  return found;
}

}  // namespace modlab::gui
