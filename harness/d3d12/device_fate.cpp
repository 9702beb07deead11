#include "harness/d3d12/device_fate.h"

#include <mutex>
#include <vector>

#if defined(__GLIBC__)
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#endif

namespace modlab::d3d12 {
namespace {

#if defined(__GLIBC__)

/// A software driver's threads still run or compile the kernel while the program ends, and crash when exit handlers
/// destroy their library's globals. This handler is registered after those, so it runs before them.
void end_at_once(int status, void* /*argument*/) {
  std::fflush(nullptr);
  _exit(status);
}

void outlive_driver_threads() {
  static std::once_flag once;
  std::call_once(once, [] { on_exit(&end_at_once, nullptr); });
}

#else

/// Elsewhere the system stops a process's threads before anything is destroyed.
void outlive_driver_threads() {}

#endif

}  // namespace

void DeviceFate::abandon() {
  abandoned_ = true;
  outlive_driver_threads();
}

void DeviceFate::leak(const void* object) {
  static std::mutex mutex;
  static auto* const leaked = new std::vector<const void*>;  // itself leaked: destructors at exit must not free it
  const std::scoped_lock lock(mutex);
  leaked->push_back(object);
}

}  // namespace modlab::d3d12
