#include "harness/system/interrupt.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace modlab {
namespace {

using testing::ExitedWithCode;

/// Ends the process with the signal that interrupted it, or 0.
[[noreturn]] void exit_with_the_interrupt() {
  try {
    throw_if_interrupted();
  } catch (const Interrupted& interrupted) {
    std::_Exit(interrupted.signal);
  }
  std::_Exit(0);
}

TEST(InterruptDeathTest, IsNotedAndThrownWhereItIsAskedFor) {
  for (const int signal : {SIGINT, SIGTERM})
    EXPECT_EXIT(
        {
          note_interrupts();
          std::raise(signal);
          exit_with_the_interrupt();
        },
        ExitedWithCode(signal), "");
}

TEST(InterruptDeathTest, OfNobodyIsNotThrown) {
  EXPECT_EXIT(
      {
        note_interrupts();
        exit_with_the_interrupt();
      },
      ExitedWithCode(0), "");
}

TEST(InterruptDeathTest, OfAProgramCountsOnceHoweverOftenItIsSent) {
  for (const int signal : {SIGINT, SIGTERM})
    EXPECT_EXIT(
        {
          note_interrupts();
          std::raise(signal);
          std::raise(SIGTERM);
          std::raise(SIGINT);
          exit_with_the_interrupt();
        },
        ExitedWithCode(signal), "");
}

/// Presses Ctrl+C in a terminal of this process's own.
void type_interrupt() {
  const int keyboard = posix_openpt(O_RDWR | O_NOCTTY);
  grantpt(keyboard);
  unlockpt(keyboard);
  setsid();
  const int terminal = open(ptsname(keyboard), O_RDWR | O_NOCTTY);
  if (ioctl(terminal, TIOCSCTTY, 0) != 0 || write(keyboard, "\x03", 1) != 1) std::_Exit(1);
}

TEST(InterruptDeathTest, TypedAfterAnotherEndsAtOnce) {
  EXPECT_EXIT(
      {
        note_interrupts();
        std::raise(SIGTERM);
        type_interrupt();
        alarm(60);  // ends the wait below if nothing else does
        while (true) pause();
      },
      ExitedWithCode(128 + SIGINT), "");
}

TEST(InterruptDeathTest, IsNotedWhereItWasIgnoredOrBlocked) {
  EXPECT_EXIT(
      {
        std::signal(SIGINT, SIG_IGN);
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, nullptr);
        note_interrupts();
        std::raise(SIGINT);
        exit_with_the_interrupt();
      },
      ExitedWithCode(SIGINT), "");
}

}  // namespace
}  // namespace modlab
