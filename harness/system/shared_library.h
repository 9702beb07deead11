#pragma once

#include <filesystem>
#include <string>

namespace modlab {

/// A library loaded at run time. It is never unloaded: Direct3D and Vulkan libraries start threads and register exit
/// handlers, which would then run in unmapped code.
class SharedLibrary {
 public:
  /// Throws Error naming the library and the loader's reason. `advice` says what the user can do; it ends every Error.
  SharedLibrary(std::string path, std::string advice);

  [[nodiscard]] const std::string& path() const { return path_; }

  /// nullptr when the library has no such symbol.
  template <typename Function>
  [[nodiscard]] Function find(const char* symbol) const {
    return reinterpret_cast<Function>(address_of(symbol));
  }

  /// Throws Error naming the library and the symbol.
  template <typename Function>
  [[nodiscard]] Function require(const char* symbol) const {
    return reinterpret_cast<Function>(required_address_of(symbol));
  }

  /// The file that was loaded, wherever it was found.
  [[nodiscard]] std::filesystem::path loaded_from() const;

  /// The name the file gives itself, e.g. "libvulkan.so.1"; empty where files have none.
  [[nodiscard]] std::string soname() const;

  /// The file's version resource, e.g. "10.0.22621.3233"; empty where files have none.
  [[nodiscard]] std::string file_version() const;

 private:
  [[nodiscard]] void* address_of(const char* symbol) const;
  [[nodiscard]] void* required_address_of(const char* symbol) const;

  std::string path_;
  std::string advice_;
  void* handle_;
};

}  // namespace modlab
