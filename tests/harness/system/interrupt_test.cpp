#include "harness/system/interrupt.h"

#include <gtest/gtest.h>

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

TEST(InterruptDeathTest, TheSecondEndsAtOnce) {
  EXPECT_EXIT(
      {
        note_interrupts();
        std::raise(SIGTERM);
        std::raise(SIGINT);
        std::_Exit(0);
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
