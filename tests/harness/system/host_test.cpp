#include "harness/system/host.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <regex>
#include <thread>

namespace modlab {
namespace {

TEST(UtcNow, IsIso8601) {
  EXPECT_TRUE(std::regex_match(utc_now(), std::regex(R"(20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\dZ)")))
      << utc_now();
}

TEST(ThisProgram, IsTheOneThatRuns) { EXPECT_EQ(this_program().filename().replace_extension(), "system_test"); }

TEST(LowerThreadPriority, IsOfOneThreadAlone) {
  const int ours = getpriority(PRIO_PROCESS, 0);
  std::jthread([&] {
    lower_thread_priority();
    EXPECT_GT(getpriority(PRIO_PROCESS, 0), ours);
  }).join();
  EXPECT_EQ(getpriority(PRIO_PROCESS, 0), ours);
}

TEST(Host, IsDescribedByItsSystemAndCores) {
  EXPECT_NE(describe_host().find(" cores"), std::string::npos) << describe_host();
}

}  // namespace
}  // namespace modlab
