#include "gui/runs/export.h"

#include <fmt/format.h>

#include <system_error>

#include "harness/store/journal.h"

namespace modlab {

namespace fs = std::filesystem;

fs::path export_path(const fs::path& run_folder, const fs::path& journal, std::string_view panel) {
  return run_folder / "exports" / fmt::format("{}-{}", journal.stem().string(), panel);
}

void export_text(const fs::path& path, const std::string& text) {
  std::error_code error;  // replace_file tells what is wrong
  fs::create_directories(path.parent_path(), error);
  replace_file(path, text);
}

}  // namespace modlab
