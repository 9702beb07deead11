#include "harness/system/descriptor.h"

#include <sys/stat.h>

#include <cerrno>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace modlab {
namespace {

#if defined(_WIN32)
using Status = struct _stat64;
int status_of(int file, Status& status) { return _fstat64(file, &status); }
int status_of(const std::filesystem::path& path, Status& status) { return _wstat64(path.c_str(), &status); }
#else
using Status = struct stat;
int status_of(int file, Status& status) { return fstat(file, &status); }
int status_of(const std::filesystem::path& path, Status& status) { return stat(path.c_str(), &status); }
#endif

template <typename File>
std::optional<FileStamp> stamp_by_status(const File& file) {
  Status status{};
  if (status_of(file, status) != 0) return std::nullopt;
  FileStamp stamp{.bytes = static_cast<std::uint64_t>(status.st_size),
                  .is_regular = (status.st_mode & S_IFMT) == S_IFREG};
#if !defined(_WIN32)
  stamp.device = status.st_dev;
  stamp.index = status.st_ino;
#endif
  return stamp;
}

}  // namespace

std::error_code Descriptor::close() {
  if (!is_open()) return {};
#if defined(_WIN32)
  const int result = _close(std::exchange(number_, -1));
#else
  const int result = ::close(std::exchange(number_, -1));
#endif
  return result == 0 || errno == EINTR ? std::error_code() : last_error();  // Linux has closed it in either case
}

std::error_code last_error() { return {errno, std::generic_category()}; }

std::optional<FileStamp> stamp_of(const Descriptor& file) { return stamp_by_status(file.number()); }

std::optional<FileStamp> stamp_of(const std::filesystem::path& file) { return stamp_by_status(file); }

}  // namespace modlab
