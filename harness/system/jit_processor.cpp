#include "harness/system/jit_processor.h"

#include <algorithm>
#include <array>
#include <string>

#if defined(__linux__) && defined(__aarch64__)
#include <dlfcn.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#endif

namespace modlab {
namespace {

/// As /proc/cpuinfo has them, of cores to which LLVM ascribes SVE: by Arm from Neoverse V1 to Cortex-X925, and A64FX.
constexpr std::array<std::string_view, 19> kCoresWithSve{"0xd40", "0xd46", "0xd47", "0xd48", "0xd49", "0xd4d", "0xd4e",
                                                         "0xd4f", "0xd80", "0xd81", "0xd82", "0xd83", "0xd84", "0xd85",
                                                         "0xd87", "0xd88", "0xd89", "0xd8e", "0x001"};

/// Has whatever those cores have, but SVE.
constexpr std::string_view kWithoutSve = "neoverse-n1";

/// The value in "name\t: value" at the beginning of the text; empty where that is another line.
std::string_view value_of(std::string_view line, std::string_view name) {
  const std::size_t colon = line.find(": ");
  return line.starts_with(name) && colon != std::string_view::npos ? line.substr(colon + 2) : std::string_view();
}

}  // namespace

std::string_view jit_processor_for(std::string_view cpuinfo) {
  bool should_have_sve = false;
  while (!cpuinfo.empty()) {
    const std::string_view line = cpuinfo.substr(0, cpuinfo.find('\n'));
    cpuinfo.remove_prefix(std::min(cpuinfo.size(), line.size() + 1));
    if (std::string(value_of(line, "Features")).append(" ").find(" sve ") != std::string::npos) return {};
    should_have_sve |= std::ranges::find(kCoresWithSve, value_of(line, "CPU part")) != kCoresWithSve.end();
  }
  return should_have_sve ? kWithoutSve : std::string_view();
}

#if defined(__linux__) && defined(__aarch64__)

std::string_view jit_processor() {
  static const std::string_view processor = [] {
    std::ifstream file("/proc/cpuinfo");  // scripts/setup-windows compiles this file alone, for Wine's drivers
    return jit_processor_for(std::string(std::istreambuf_iterator<char>(file), {}));
  }();
  return processor;
}

namespace {

/// Before main, because drivers of windows, too, read it when they are first loaded.
[[gnu::constructor]] void keep_mesa_cache_apart() {
  const std::string own = jit_processor().empty() ? "" : "/mesa-for-" + std::string(jit_processor());
  if (own.empty()) return;
  const auto variable = [](const char* name) { return std::string(std::getenv(name) ? std::getenv(name) : ""); };
  std::string folder = variable("MESA_SHADER_CACHE_DIR");
  if (folder.ends_with(own)) return;  // of the program that started this one
  if (folder.empty()) folder = variable("XDG_CACHE_HOME");
  if (folder.empty()) folder = variable("HOME") + "/.cache";
  setenv("MESA_SHADER_CACHE_DIR", (folder + own).c_str(), 1);
}

}  // namespace

#else

std::string_view jit_processor() { return {}; }

#endif

}  // namespace modlab

#if defined(__linux__) && defined(__aarch64__)

// LLVM's own function, which drivers call. The linker exports ours from the program (CMakeLists.txt), where the loader
// looks before it looks into libraries.
namespace llvm {

struct StringRef {
  const char* data;
  std::size_t length;
};

namespace sys {

[[gnu::visibility("default")]] StringRef getHostCPUName();

StringRef getHostCPUName() {
  std::string_view name = modlab::jit_processor();
  if (!name.empty()) return {name.data(), name.size()};
  // The one that the caller's library would have found.
  Dl_info caller{};
  if (dladdr(__builtin_return_address(0), &caller) != 0)
    if (void* library = dlopen(caller.dli_fname, RTLD_LAZY | RTLD_NOLOAD); library != nullptr) {
      auto* const own = reinterpret_cast<StringRef (*)()>(dlsym(library, "_ZN4llvm3sys14getHostCPUNameEv"));
      dlclose(library);
      if (own != nullptr && own != &getHostCPUName) return own();
    }
  name = "generic";
  return {name.data(), name.size()};
}

}  // namespace sys
}  // namespace llvm

#endif
