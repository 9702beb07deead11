#include "harness/system/file_lock.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#if defined(_WIN32)
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "harness/system/descriptor.h"
#endif

#include "harness/system/file_failure.h"
#include "harness/system/interrupt.h"
#include "kernels/error.h"

namespace modlab {

namespace fs = std::filesystem;

#if defined(_WIN32)

struct FileLock::Handle {
  explicit Handle(HANDLE opened) : file(opened) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { CloseHandle(file); }

  HANDLE file;
};

std::optional<FileLock> FileLock::try_take(const fs::path& file) {
  const fs::path path = fs::path(file) += ".lock";
  const HANDLE opened = CreateFileW(path.c_str(), GENERIC_WRITE, /*no sharing*/ 0, nullptr, OPEN_ALWAYS,
                                    FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  if (opened != INVALID_HANDLE_VALUE) return FileLock(std::make_shared<Handle>(opened));
  if (GetLastError() == ERROR_SHARING_VIOLATION || GetLastError() == ERROR_ACCESS_DENIED) return std::nullopt;
  throw_write_failure(path, {static_cast<int>(GetLastError()), std::system_category()});
}

#else

struct FileLock::Handle {
  Handle(Descriptor opened, fs::path where) : file(std::move(opened)), path(std::move(where)) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { unlink(path.c_str()); }

  Descriptor file;
  fs::path path;
};

std::optional<FileLock> FileLock::try_take(const fs::path& file) {
  const fs::path path = fs::path(file) += ".lock";
  Descriptor opened(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666));
  if (!opened.is_open()) throw_write_failure(path, last_error());
  if (flock(opened.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK || errno == EINTR) return std::nullopt;
    throw_write_failure(path, last_error());
  }
  // The previous holder may have removed the file between our opening and locking it; then this lock is void.
  const auto locked = stamp_of(opened);
  if (!locked || locked != stamp_of(path)) return std::nullopt;
  return FileLock(std::make_shared<Handle>(std::move(opened), path));
}

#endif

std::optional<FileLock> FileLock::try_take(const fs::path& file, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (true) {
    if (auto lock = try_take(file)) return lock;
    throw_if_interrupted();
    if (std::chrono::steady_clock::now() >= end) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

FileLock FileLock::take(const fs::path& file) {
  if (auto lock = try_take(file, std::chrono::minutes(1))) return std::move(*lock);
  throw FileFailure(fmt::format("{}: another process has held its lock for a minute", file.string()));
}

}  // namespace modlab
