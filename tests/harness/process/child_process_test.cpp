#include "harness/process/child_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>

#include "harness/system/interrupt.h"
#include "kernels/error.h"

namespace modlab::process {
namespace {

using namespace std::chrono_literals;

TEST(ChildProcess, AnswersInLines) {
  ChildProcess child({"/bin/cat"});
  child.write("one\ntwo\r\n");
  std::string line;
  ASSERT_EQ(child.read_line(line, 10s), ReadResult::line);
  EXPECT_EQ(line, "one");
  ASSERT_EQ(child.read_line(line, 10s), ReadResult::line);
  EXPECT_EQ(line, "two");
}

TEST(ChildProcess, ErrorsComeAmongTheLinesWhereTheyAreAskedFor) {
  ChildProcess child({"/bin/sh", "-c", "echo out; echo err >&2"}, Errors::with_output);
  std::string line;
  ASSERT_EQ(child.read_line(line, 10s), ReadResult::line);
  EXPECT_EQ(line, "out");
  ASSERT_EQ(child.read_line(line, 10s), ReadResult::line);
  EXPECT_EQ(line, "err");
}

TEST(ChildProcess, LowerPriorityIsNicerThanOurs) {
  ChildProcess same({"/bin/sh", "-c", "read line; nice"});
  ChildProcess lower({"/bin/sh", "-c", "read line; nice"}, Errors::ours, Priority::lower);
  std::string ours;
  std::string theirs;
  same.write("now\n");
  ASSERT_EQ(same.read_line(ours, 10s), ReadResult::line);
  lower.write("now\n");
  ASSERT_EQ(lower.read_line(theirs, 10s), ReadResult::line);
  EXPECT_GT(std::stoi(theirs), std::stoi(ours));
}

TEST(ChildProcess, PassesLinesLongerThanAnyBuffer) {
  ChildProcess child({"/bin/sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; echo; echo after"});
  std::string line;
  ASSERT_EQ(child.read_line(line, 10s), ReadResult::line);
  EXPECT_EQ(line.size(), 3'000'000u);
  ASSERT_EQ(child.read_line(line, 10s), ReadResult::line);
  EXPECT_EQ(line, "after");
}

TEST(ChildProcess, TimesOutWithoutALine) {
  ChildProcess child({"/bin/cat"});
  std::string line;
  EXPECT_EQ(child.read_line(line, 20ms), ReadResult::timeout);
  EXPECT_EQ(child.end(), "was killed by signal 9 (Killed)");
}

/// More than any pipe holds.
const std::string kMuch(3'000'000, 'x');

TEST(ChildProcess, OneThatReadsNothingTimesOut) {
  ChildProcess child({"/bin/sleep", "3600"});
  child.write(kMuch);
  std::string line;
  EXPECT_EQ(child.read_line(line, 20ms), ReadResult::timeout);
  EXPECT_EQ(child.end(), "was killed by signal 9 (Killed)");
}

TEST(ChildProcess, OneThatIsStoppedEnds) {
  ChildProcess child({"/bin/sh", "-c", "echo alive; kill -STOP $$"});
  std::string line;
  ASSERT_EQ(child.read_line(line, 10s), ReadResult::line);
  child.write(kMuch);
  EXPECT_EQ(child.end(), "was killed by signal 9 (Killed)");
}

TEST(ChildProcess, TakesWhatItIsSentWhileItAnswers) {
  ChildProcess child({"/bin/cat"});
  for (const char* end : {"one\n", "two\n"}) child.write(kMuch + end);
  std::string line;
  for (const char* end : {"one", "two"}) {
    ASSERT_EQ(child.read_line(line, 60s), ReadResult::line);
    EXPECT_EQ(line, kMuch + end);
  }
}

TEST(ChildProcess, BytesWithoutEndAreNoLine) {
  ChildProcess child({"/bin/cat", "/dev/zero"});
  std::string line;
  EXPECT_EQ(child.read_line(line, 20ms), ReadResult::timeout);
}

TEST(ChildProcess, HalfALineIsNoLine) {
  ChildProcess child({"/bin/cat"});
  child.write("half");
  std::string line;
  EXPECT_EQ(child.read_line(line, 50ms), ReadResult::timeout);
  child.write(" and half\n");
  ASSERT_EQ(child.read_line(line, 10s), ReadResult::line);
  EXPECT_EQ(line, "half and half");
}

TEST(ChildProcess, SaysHowItEnded) {
  std::string line;
  ChildProcess failing({"/bin/sh", "-c", "exit 3"});
  EXPECT_EQ(failing.read_line(line, 10s), ReadResult::closed);
  EXPECT_EQ(failing.end(), "exited with 3");
  ChildProcess crashing({"/bin/sh", "-c", "kill -SEGV $$"});
  EXPECT_EQ(crashing.read_line(line, 10s), ReadResult::closed);
  EXPECT_EQ(crashing.end(), "was killed by signal 11 (Segmentation fault)");
  crashing.write("to nobody\n");  // and no SIGPIPE
}

TEST(ChildProcess, IsNotInterruptedWithUs) {
  ChildProcess child({"/bin/grep", "SigBlk", "/proc/self/status"});
  std::string line;
  ASSERT_EQ(child.read_line(line, 10s), ReadResult::line);
  const std::uint64_t blocked = std::stoull(line.substr(line.find('\t')), nullptr, 16);
  for (const int signal : {SIGINT, SIGTERM}) EXPECT_TRUE(blocked >> (signal - 1) & 1) << line;
}

TEST(ChildProcessDeathTest, AnInterruptEndsTheWaitForALine) {
  EXPECT_EXIT(
      {
        note_interrupts();
        try {
          ChildProcess silent({"/bin/sleep", "3600"});
          silent.write(kMuch);
          std::jthread user([] { kill(getpid(), SIGTERM); });
          std::string line;
          static_cast<void>(silent.read_line(line, 1h));
        } catch (const Interrupted& interrupted) {
          std::_Exit(interrupted.signal);
        }
      },
      testing::ExitedWithCode(SIGTERM), "");
}

TEST(ChildProcess, OneThatDoesNotExistIsAnError) { EXPECT_THROW(ChildProcess({"/nowhere/program"}), Error); }

}  // namespace
}  // namespace modlab::process
