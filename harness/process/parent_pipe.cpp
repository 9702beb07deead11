#include "harness/process/parent_pipe.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace modlab::process {
namespace {

constexpr int kStdout = 1;
constexpr int kStderr = 2;

#if defined(_WIN32)
int duplicate(int file) {
  const int copy = _dup(file);
  _setmode(copy, _O_BINARY);
  return copy;
}
void redirect(int from, int to) { _dup2(to, from); }
int write_some(int file, std::string_view bytes) {
  return _write(file, bytes.data(), static_cast<unsigned>(bytes.size()));
}
void close_file(int file) { _close(file); }
#else
int duplicate(int file) { return fcntl(file, F_DUPFD_CLOEXEC, kStderr + 1); }
void redirect(int from, int to) { dup2(to, from); }
ssize_t write_some(int file, std::string_view bytes) { return ::write(file, bytes.data(), bytes.size()); }
void close_file(int file) { ::close(file); }
#endif

}  // namespace

ParentPipe::ParentPipe() : file_(duplicate(kStdout)) {
  std::fflush(stdout);
  redirect(kStdout, kStderr);
}

ParentPipe::~ParentPipe() { close_file(file_); }

void ParentPipe::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = write_some(file_, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) std::_Exit(0);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace modlab::process
