#include "harness/system/trusted_search.h"

#include <windows.h>

#include <string>
#include <system_error>

#include "harness/system/environment.h"
#include "harness/system/host.h"
#include "harness/system/path.h"
#include "kernels/split.h"

namespace modlab {

void ignore_current_folder() {
  SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
  SetDllDirectoryW(L"");  // children inherit this one
}

std::optional<std::filesystem::path> find_beside_or_on_path(const std::filesystem::path& name) {
  std::error_code error;
  if (auto file = this_program().replace_filename(name); std::filesystem::is_regular_file(file, error)) return file;
  const std::string folders = environment("PATH");
  for (std::string_view folder : split(folders, ';')) {
    if (folder.size() >= 2 && folder.starts_with('"') && folder.ends_with('"'))
      folder = folder.substr(1, folder.size() - 2);
    const std::filesystem::path path = path_of(folder);
    if (!path.is_absolute()) continue;
    if (auto file = path / name; std::filesystem::is_regular_file(file, error)) return file;
  }
  return std::nullopt;
}

}  // namespace modlab
