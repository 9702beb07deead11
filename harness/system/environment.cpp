#include "harness/system/environment.h"

#include <cstdlib>

#include "harness/system/path.h"

#if defined(_WIN32)
#include "harness/system/wide_text.h"
#endif

namespace modlab {

#if defined(_WIN32)

std::string environment(const char* name) {
  const wchar_t* value = _wgetenv(widened(name).c_str());
  return value != nullptr ? narrowed(value) : std::string();
}

#else

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : std::string();
}

#endif

std::filesystem::path environment_path(const char* name) { return path_of(environment(name)); }

}  // namespace modlab
