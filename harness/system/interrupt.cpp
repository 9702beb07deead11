#include "harness/system/interrupt.h"

#include <atomic>
#include <csignal>

#if defined(_WIN32)
#include <windows.h>
#else
#include <unistd.h>
#endif
#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace modlab {
namespace {

std::atomic<int> noted{0};  // the signal
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler writes it");

#if defined(_WIN32)

BOOL WINAPI note(DWORD event) {
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) return FALSE;
  return noted.exchange(SIGINT) == 0 ? TRUE : FALSE;  // FALSE: the system ends the program
}

#else

void note(int signal, siginfo_t* info, void* /*context*/) {
  const bool is_typed = info->si_code > 0;  // sent by the system for a terminal, not by a program
  int none = 0;
  if (!noted.compare_exchange_strong(none, signal) && is_typed) _exit(128 + signal);
}

#endif

}  // namespace

#if defined(_WIN32)

void note_interrupts() { SetConsoleCtrlHandler(note, TRUE); }

#else

void note_interrupts() {
  struct sigaction action {};
  action.sa_sigaction = note;
  action.sa_flags = SA_SIGINFO;  // without SA_RESTART, so that a call that waits returns
  sigset_t both;
  sigemptyset(&both);
  for (const int signal : {SIGINT, SIGTERM}) {
    // Even where it is ignored, as shells have it for commands in the background: whoever sends it means it.
    sigaction(signal, &action, nullptr);
    sigaddset(&both, signal);
  }
  sigprocmask(SIG_UNBLOCK, &both, nullptr);  // ChildProcess starts programs with both blocked
}

#endif

void throw_if_interrupted() {
  if (const int signal = noted.load(std::memory_order_relaxed); signal != 0) throw Interrupted{signal};
}

void end_with_parent() {
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

}  // namespace modlab
