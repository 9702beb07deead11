#include "harness/system/shared_library.h"

#include <fmt/format.h>

#include <utility>

#include "kernels/error.h"

#if defined(_WIN32)
#include <windows.h>

#include <filesystem>
#include <vector>
#else
#include <dlfcn.h>
#endif

namespace modlab {

void* SharedLibrary::required_address_of(const char* symbol) const {
  void* address = address_of(symbol);
  if (address == nullptr) throw Error(fmt::format("{} has no function {}: {}", path_, symbol, advice_));
  return address;
}

#if defined(_WIN32)

SharedLibrary::SharedLibrary(std::string path, std::string advice)
    : path_(std::move(path)), advice_(std::move(advice)), handle_(LoadLibraryW(std::filesystem::path(path_).c_str())) {
  if (handle_ == nullptr)
    throw Error(fmt::format("cannot load {} (Windows error {}): {}", path_, GetLastError(), advice_));
}

void* SharedLibrary::address_of(const char* symbol) const {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), symbol));
}

std::string SharedLibrary::file_version() const {
  std::vector<wchar_t> file(32768);  // the longest path Windows has
  if (GetModuleFileNameW(static_cast<HMODULE>(handle_), file.data(), static_cast<DWORD>(file.size())) == 0) return {};
  const DWORD bytes = GetFileVersionInfoSizeW(file.data(), nullptr);
  std::vector<char> resource(bytes);
  VS_FIXEDFILEINFO* info = nullptr;
  UINT length = 0;
  if (bytes == 0 || GetFileVersionInfoW(file.data(), 0, bytes, resource.data()) == 0 ||
      VerQueryValueW(resource.data(), L"\\", reinterpret_cast<void**>(&info), &length) == 0 || info == nullptr)
    return {};
  return fmt::format("{}.{}.{}.{}", HIWORD(info->dwFileVersionMS), LOWORD(info->dwFileVersionMS),
                     HIWORD(info->dwFileVersionLS), LOWORD(info->dwFileVersionLS));
}

#else

SharedLibrary::SharedLibrary(std::string path, std::string advice)
    : path_(std::move(path)), advice_(std::move(advice)), handle_(dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ != nullptr) return;
  const char* reason = dlerror();
  throw Error(fmt::format("cannot load {} ({}): {}", path_, reason != nullptr ? reason : "no reason given", advice_));
}

void* SharedLibrary::address_of(const char* symbol) const { return dlsym(handle_, symbol); }

std::string SharedLibrary::file_version() const { return {}; }

#endif

}  // namespace modlab
