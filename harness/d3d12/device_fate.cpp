#include "harness/d3d12/device_fate.h"

#include <mutex>
#include <vector>

#if defined(__GLIBC__)
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#endif

namespace modlab {
namespace {

#if defined(__GLIBC__)

/// A software driver's threads still run the kernel, or compile it, while the program ends; exit handlers that take
/// their library's globals apart crash them. This handler is registered after those and so comes before them.
void end_at_once(int status, void* /*argument*/) {
  std::fflush(nullptr);
  _exit(status);
}

void outlive_driver_threads() {
  static std::once_flag once;
  std::call_once(once, [] { on_exit(&end_at_once, nullptr); });
}

#else

/// Elsewhere the system stops a process's threads before anything is taken apart.
void outlive_driver_threads() {}

#endif

}  // namespace

void DeviceFate::abandon() {
  abandoned_ = true;
  outlive_driver_threads();
}

void DeviceFate::leave(const void* object) {
  static std::mutex mutex;
  static auto* const left = new std::vector<const void*>;  // itself left: destructors at exit must not end it
  const std::scoped_lock lock(mutex);
  left->push_back(object);
}

}  // namespace modlab
