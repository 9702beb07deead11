#include "harness/system/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "harness/system/file.h"

#if defined(_WIN32)
#include <io.h>
#include <share.h>
#else
#include <unistd.h>
#endif

namespace modlab {
namespace {

namespace fs = std::filesystem;

// The C runtime of Windows has the same calls under other names.
#if defined(_WIN32)
constexpr int kEmpty = _O_CREAT | _O_TRUNC;
constexpr int kNew = _O_CREAT | _O_EXCL;
int open_for_writing(const fs::path& path, int how) {
  int file = -1;
  _wsopen_s(&file, path.c_str(), _O_WRONLY | _O_APPEND | _O_BINARY | _O_NOINHERIT | how, _SH_DENYNO,
            _S_IREAD | _S_IWRITE);
  return file;
}
auto size_of(int file) { return _lseeki64(file, 0, SEEK_END); }
bool cut(int file, std::int64_t bytes) { return _chsize_s(file, bytes) == 0; }
auto write_some(int file, std::string_view bytes) {
  constexpr std::size_t kMost = 1 << 30;
  return _write(file, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), kMost)));
}
int sync_data(int file) { return _commit(file); }
#else
constexpr int kEmpty = O_CREAT | O_TRUNC;
constexpr int kNew = O_CREAT | O_EXCL;
int open_for_writing(const fs::path& path, int how) {
  return open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | how, 0666);
}
auto size_of(int file) { return lseek(file, 0, SEEK_END); }
bool cut(int file, off_t bytes) { return ftruncate(file, bytes) == 0; }
auto write_some(int file, std::string_view bytes) { return write(file, bytes.data(), bytes.size()); }
int sync_data(int file) { return fdatasync(file); }
#endif

std::atomic<std::chrono::nanoseconds::rep> spent_syncing{0};

/// Repeats a call that a signal interrupted, and adds its time to what was spent.
template <typename Sync>
int timed(Sync sync, int file) {
  const auto start = std::chrono::steady_clock::now();
  int result = 0;
  do result = sync(file);
  while (result != 0 && errno == EINTR);
  spent_syncing += std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace

AppendFile::AppendFile(fs::path name, Descriptor file) : name_(std::move(name)), file_(std::move(file)) {
  if (!file_.is_open()) throw_write_failure(name_, last_error());
  if (const auto stamp = stamp_of(file_)) size_bytes_ = stamp->bytes;
}

AppendFile::AppendFile(const fs::path& path, Start start, fs::path name)
    : AppendFile(std::move(name), Descriptor(open_for_writing(path, start == Start::empty ? kEmpty : 0))) {}

std::optional<AppendFile> AppendFile::try_create(const fs::path& path) {
  Descriptor file(open_for_writing(path, kNew));
  if (!file.is_open() && errno == EEXIST) return std::nullopt;
  return AppendFile(path, std::move(file));
}

void AppendFile::append(std::string_view bytes) {
  const auto before = size_of(file_.number());
  const std::uint64_t size_bytes = size_bytes_ + bytes.size();
  while (!bytes.empty()) {
    const auto written = write_some(file_.number(), bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const std::error_code reason = last_error();
      static_cast<void>(cut(file_.number(), before));  // where even this fails, readers leave out the part of a record
      throw_write_failure(name_, reason);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  size_bytes_ = size_bytes;
}

void AppendFile::sync() {
  if (timed(sync_data, file_.number()) != 0) throw_write_failure(name_, last_error());
}

bool AppendFile::is_whole_at(const fs::path& path) const {
  const auto ours = stamp_of(file_);
  const auto there = stamp_of(path);
  if (!there) return last_error() != std::errc::no_such_file_or_directory;  // what cannot be looked at is not gone
  return ours && ours->device == there->device && ours->index == there->index && ours->bytes >= size_bytes_;
}

std::string AppendFile::content() const {
#if defined(_WIN32)
  return read_file(name_);  // where nobody can remove what is open
#else
  return read_file(fmt::format("/proc/self/fd/{}", file_.number()));
#endif
}

void AppendFile::close() {
  if (const std::error_code reason = file_.close()) throw_write_failure(name_, reason);
}

void sync_folder([[maybe_unused]] const fs::path& folder) {
#if !defined(_WIN32)  // where a rename is safe in itself
  const fs::path name = folder.empty() ? "." : folder;
  const Descriptor opened(open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.is_open() && errno == EACCES) return;  // one may write to a folder that one may not read
  if (opened.is_open() && timed(fsync, opened.number()) == 0) return;
  const std::error_code reason = last_error();
  if (reason == std::errc::invalid_argument || reason == std::errc::not_supported) return;  // some network file systems
  throw_write_failure(name, reason);
#endif
}

std::chrono::nanoseconds time_spent_syncing() { return std::chrono::nanoseconds(spent_syncing.load()); }

}  // namespace modlab
