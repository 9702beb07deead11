#include "harness/system/file_reader.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "harness/system/file_failure.h"

#if defined(_WIN32)
#include <io.h>
#include <share.h>
#else
#include <unistd.h>
#endif

namespace modlab {
namespace {

namespace fs = std::filesystem;

#if defined(_WIN32)
int open_for_reading(const fs::path& path) {
  int file = -1;
  _wsopen_s(&file, path.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, 0);
  return file;
}
auto read_some(int file, std::span<char> to) {
  constexpr std::size_t kMost = 1 << 30;
  return _read(file, to.data(), static_cast<unsigned>(std::min(to.size(), kMost)));
}
#else
int open_for_reading(const fs::path& path) {
  int file = -1;
  do file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);  // a pipe must not be waited for
  while (file < 0 && errno == EINTR);
  return file;
}
auto read_some(int file, std::span<char> to) { return read(file, to.data(), to.size()); }
#endif

}  // namespace

FileReader::FileReader(const fs::path& path) : FileReader(path, Descriptor(open_for_reading(path))) {}

std::optional<FileReader> FileReader::open_if_there(const fs::path& path) {
  Descriptor file(open_for_reading(path));
  if (!file.is_open() && last_error() == std::errc::no_such_file_or_directory) return std::nullopt;
  return FileReader(path, std::move(file));
}

FileReader::FileReader(fs::path path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {
  const std::error_code reason = last_error();
  std::error_code ignored;
  if (fs::is_directory(path_, ignored)) throw_read_failure(path_, std::make_error_code(std::errc::is_a_directory));
  if (!file_.is_open()) throw_read_failure(path_, reason);
  const auto stamp = stamp_of(file_);
  if (!stamp) throw_read_failure(path_, last_error());
  if (!stamp->is_regular) throw Error(fmt::format("{}: cannot be read: it is a pipe or a device", path_.string()));
  size_bytes_ = stamp->bytes;
}

std::size_t FileReader::read(std::span<char> to) {
  std::size_t count = 0;
  while (count < to.size()) {
    const auto got = read_some(file_.number(), to.subspan(count));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_read_failure(path_, last_error());
    if (got == 0) break;
    count += static_cast<std::size_t>(got);
  }
  read_bytes_ += count;
  if (count < to.size() && read_bytes_ < size_bytes_)
    throw ReadFailure(
        fmt::format("{}: cannot be read: it ended after {} of {} bytes", path_.string(), read_bytes_, size_bytes_));
  return count;
}

bool FileReader::read_line(std::string& line) {
  constexpr std::size_t kChunkBytes = 1 << 16;
  line.clear();
  while (true) {
    const std::size_t end = ahead_.find('\n', next_);
    line.append(ahead_, next_, end == std::string::npos ? end : end + 1 - next_);
    next_ = end == std::string::npos ? ahead_.size() : end + 1;
    if (end != std::string::npos) return true;
    ahead_.resize(kChunkBytes);
    ahead_.resize(read(ahead_));
    next_ = 0;
    if (ahead_.empty()) return !line.empty();
  }
}

}  // namespace modlab
