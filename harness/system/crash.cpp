#include "harness/system/crash.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>

#if defined(_WIN32)
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace modlab {
namespace {

/// Text that a signal handler can read and write: it must not allocate.
class FixedText {
 public:
  void clear() { length_ = 0; }
  void append(std::string_view text) {
    const std::size_t fits = std::min(text.size(), text_.size() - length_);
    std::copy_n(text.begin(), fits, text_.begin() + static_cast<std::ptrdiff_t>(length_));
    length_ += fits;
  }
  void append_number(std::uint32_t number, std::uint32_t base) {
    if (number >= base) append_number(number / base, base);
    append(std::string_view("0123456789abcdef").substr(number % base, 1));
  }
  [[nodiscard]] std::string_view view() const { return {text_.data(), length_}; }

 private:
  std::array<char, 512> text_{};
  std::size_t length_ = 0;
};

FixedText program_name;
FixedText subject_name;
FixedText last_words;

/// The line, once its beginning says what happened.
std::string_view finish_line() {
  if (!subject_name.view().empty()) {
    last_words.append(" while using ");
    last_words.append(subject_name.view());
  }
  last_words.append("\n");
  return last_words.view();
}

#if defined(_WIN32)

LONG WINAPI announce(EXCEPTION_POINTERS* fault) {
  last_words.clear();
  last_words.append(program_name.view());
  last_words.append(": ended by exception 0x");
  last_words.append_number(fault->ExceptionRecord->ExceptionCode, 16);
  const std::string_view text = finish_line();
  DWORD written = 0;
  WriteFile(GetStdHandle(STD_ERROR_HANDLE), text.data(), static_cast<DWORD>(text.size()), &written, nullptr);
  return EXCEPTION_CONTINUE_SEARCH;
}

#else

struct Fault {
  int signal;
  std::string_view name;
};
constexpr std::array<Fault, 5> kFaults{{{SIGILL, "illegal instruction"},
                                        {SIGSEGV, "segmentation fault"},
                                        {SIGBUS, "bus error"},
                                        {SIGFPE, "arithmetic fault"},
                                        {SIGABRT, "aborted"}}};

void announce(int signal) {
  last_words.clear();
  last_words.append(program_name.view());
  last_words.append(": killed by signal ");
  last_words.append_number(static_cast<std::uint32_t>(signal), 10);
  for (const Fault& fault : kFaults)
    if (fault.signal == signal) {
      last_words.append(" (");
      last_words.append(fault.name);
      last_words.append(")");
    }
  const std::string_view text = finish_line();
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  raise(signal);  // the handler is gone by now: the program ends as it would have
}

void handle_where(void (*before)(int), void (*after)(int)) {
  for (const Fault& fault : kFaults) {
    struct sigaction now {};
    sigaction(fault.signal, nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 || now.sa_handler != before) continue;
    struct sigaction action {};
    action.sa_handler = after;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    sigaction(fault.signal, &action, nullptr);
  }
}

#endif

}  // namespace

void announce_crashes(std::string_view program) {
  program_name.clear();
  program_name.append(program);
#if defined(_WIN32)
  SetUnhandledExceptionFilter(announce);
#else
  handle_where(SIG_DFL, announce);
#endif
}

void leave_crashes_to_parent() {
#if defined(_WIN32)
  SetUnhandledExceptionFilter(nullptr);
#else
  handle_where(announce, SIG_DFL);
#endif
}

CrashSubject::CrashSubject(std::string_view subject, std::string_view way_round) : before_(subject_name.view()) {
  subject_name.clear();
  subject_name.append(subject);
  subject_name.append("; a driver may be at fault: update it, or ");
  subject_name.append(way_round);
}

CrashSubject::~CrashSubject() {
  subject_name.clear();
  subject_name.append(before_);
}

}  // namespace modlab
