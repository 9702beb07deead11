#include "harness/system/shared_library.h"

#include <fmt/format.h>

#include <utility>

#include "harness/system/path.h"
#include "kernels/error.h"

#if defined(_WIN32)
#include <windows.h>

#include <filesystem>
#include <vector>

#include "harness/system/trusted_search.h"
#else
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "harness/system/file.h"
#endif

namespace modlab {

void* SharedLibrary::required_address_of(const char* symbol) const {
  void* address = address_of(symbol);
  if (address == nullptr) throw Error(fmt::format("{} has no function {}: {}", path_, symbol, advice_));
  return address;
}

#if defined(_WIN32)

namespace {

/// A plain name is looked for where ignore_current_folder says, then on the PATH.
HMODULE load(const std::filesystem::path& name) {
  constexpr DWORD kOfItself = LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS;
  if (name.has_parent_path()) return LoadLibraryExW(std::filesystem::absolute(name).c_str(), nullptr, kOfItself);
  if (const HMODULE found = LoadLibraryExW(name.c_str(), nullptr, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS)) return found;
  if (GetLastError() != ERROR_MOD_NOT_FOUND) return nullptr;
  const auto file = find_beside_or_on_path(name);
  if (file) return LoadLibraryExW(file->c_str(), nullptr, kOfItself);
  SetLastError(ERROR_MOD_NOT_FOUND);
  return nullptr;
}

}  // namespace

SharedLibrary::SharedLibrary(std::string path, std::string advice)
    : path_(std::move(path)), advice_(std::move(advice)), handle_(load(path_of(path_))) {
  if (handle_ == nullptr)
    throw Error(fmt::format("cannot load {} (Windows error {}): {}", path_, GetLastError(), advice_));
}

void* SharedLibrary::address_of(const char* symbol) const {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), symbol));
}

std::filesystem::path SharedLibrary::loaded_from() const {
  std::vector<wchar_t> file(32768);  // the longest path Windows has
  GetModuleFileNameW(static_cast<HMODULE>(handle_), file.data(), static_cast<DWORD>(file.size()));
  return file.data();
}

std::string SharedLibrary::soname() const { return {}; }

std::string SharedLibrary::file_version() const {
  const std::filesystem::path file = loaded_from();
  const DWORD bytes = GetFileVersionInfoSizeW(file.c_str(), nullptr);
  std::vector<char> resource(bytes);
  VS_FIXEDFILEINFO* info = nullptr;
  UINT length = 0;
  if (bytes == 0 || GetFileVersionInfoW(file.c_str(), 0, bytes, resource.data()) == 0 ||
      VerQueryValueW(resource.data(), L"\\", reinterpret_cast<void**>(&info), &length) == 0 || info == nullptr)
    return {};
  return fmt::format("{}.{}.{}.{}", HIWORD(info->dwFileVersionMS), LOWORD(info->dwFileVersionMS),
                     HIWORD(info->dwFileVersionLS), LOWORD(info->dwFileVersionLS));
}

#else

namespace {

/// The loader's reason, but for what it says less of: what is no library, and one of another architecture, which it
/// says is not there.
std::string why_not_loaded(const std::string& path) {
  const char* reason = dlerror();
  const std::string text = reason != nullptr ? reason : "no reason given";
  std::error_code error;
  if (path.find('/') == std::string::npos || !std::filesystem::exists(path, error)) return text;
  if (!try_read_file(path).value_or("").starts_with(ELFMAG)) return "it is no library";
  const bool is_missing = text.starts_with(path) && text.ends_with("No such file or directory");
  return is_missing ? "it is for another architecture" : text;
}

}  // namespace

SharedLibrary::SharedLibrary(std::string path, std::string advice)
    : path_(std::move(path)), advice_(std::move(advice)), handle_(dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) throw Error(fmt::format("cannot load {} ({}): {}", path_, why_not_loaded(path_), advice_));
}

void* SharedLibrary::address_of(const char* symbol) const { return dlsym(handle_, symbol); }

namespace {

const link_map& map_of(void* handle) {
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) throw Error(fmt::format("a loaded library is gone: {}", dlerror()));
  return *map;
}

}  // namespace

std::filesystem::path SharedLibrary::loaded_from() const { return map_of(handle_).l_name; }

std::string SharedLibrary::soname() const {
  const char* names = nullptr;
  std::optional<std::size_t> at;
  for (const ElfW(Dyn)* entry = map_of(handle_).l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_SONAME) at = entry->d_un.d_val;
  }
  return names != nullptr && at ? names + *at : std::string();
}

std::string SharedLibrary::file_version() const { return {}; }

#endif

}  // namespace modlab
