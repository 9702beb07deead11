#include "harness/system/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "harness/system/visible_text.h"

#if defined(_WIN32)
#include <io.h>
#include <windows.h>

#include "harness/system/wide_text.h"
#else
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace modlab {
namespace {

std::string one_line(std::string message) {
  std::ranges::replace(message, '\n', ' ');
  return visible_text(message);
}

}  // namespace

void print_text(std::string_view text) { fmt::print("{}", visible_text(text)); }

void overprint(std::string_view text) {
  fmt::print(stderr, "\r{}", visible_text(text));
  std::fflush(stderr);
}

void flush_output() {
  errno = 0;  // nobody knows any more why an earlier write failed
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw std::system_error(errno, std::generic_category());
}

#if defined(_WIN32)

namespace {

/// What leave_console() has to put back.
struct Joined {
  UINT code_page = 0;            ///< 0: there is no console
  bool attached = false;         ///< to the caller's
  bool borrowed_stderr = false;  ///< it is the caller's console
};
Joined joined;
bool stderr_is_gone = false;

/// Whether it is linked as a program with windows, to which Windows gives no console.
bool has_windows() {
  const auto* const image = reinterpret_cast<const std::byte*>(GetModuleHandleW(nullptr));
  const auto* const dos = reinterpret_cast<const IMAGE_DOS_HEADER*>(image);
  const auto* const headers = reinterpret_cast<const IMAGE_NT_HEADERS*>(image + dos->e_lfanew);
  return headers->OptionalHeader.Subsystem == IMAGE_SUBSYSTEM_WINDOWS_GUI;
}

/// As the C library has found out at the start. GetStdHandle() may return the number of a handle that was not
/// inherited.
bool goes_somewhere(std::FILE* stream) { return _fileno(stream) >= 0 && _get_osfhandle(_fileno(stream)) >= 0; }

bool reopen_on_console(std::FILE* stream) {
  if (std::freopen("CONOUT$", "w", stream) == nullptr) return false;
  return std::setvbuf(stream, nullptr, _IONBF, 0) == 0;
}

}  // namespace

void join_console() {
  joined.attached = has_windows() && AttachConsole(ATTACH_PARENT_PROCESS) != 0;
  if (joined.attached && !goes_somewhere(stdout)) reopen_on_console(stdout);
  if (joined.attached && !goes_somewhere(stderr)) joined.borrowed_stderr = reopen_on_console(stderr);
  joined.code_page = GetConsoleOutputCP();
  if (joined.code_page != 0) SetConsoleOutputCP(CP_UTF8);
}

void leave_console() {
  const Joined left = std::exchange(joined, {});
  if (left.code_page != 0) SetConsoleOutputCP(left.code_page);
  if (left.attached) FreeConsole();
  stderr_is_gone |= left.borrowed_stderr;
}

void print_error(std::string_view program, std::string message) {
  message = one_line(std::move(message));
  // Never for the others, which a service may run: nobody would see the box and close it.
  if (has_windows() && (stderr_is_gone || !goes_somewhere(stderr)))
    MessageBoxW(nullptr, widened(message).c_str(), widened(program).c_str(), MB_OK | MB_ICONERROR);
  else
    fmt::print(stderr, "{}: {}\n", program, message);
}

std::optional<std::size_t> terminal_width() {
  CONSOLE_SCREEN_BUFFER_INFO info{};
  if (GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &info) == 0) return std::nullopt;
  // Windows' console begins a new line as soon as the last column is filled.
  return static_cast<std::size_t>(std::max(info.srWindow.Right - info.srWindow.Left, 1));
}

#else

void join_console() {}

void leave_console() {}

void print_error(std::string_view program, std::string message) {
  fmt::print(stderr, "{}: {}\n", program, one_line(std::move(message)));
}

std::optional<std::size_t> terminal_width() {
  if (isatty(STDERR_FILENO) == 0) return std::nullopt;
  constexpr std::size_t kUnknown = 80;  // as a terminal has it that does not tell
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUnknown;
}

#endif

}  // namespace modlab
