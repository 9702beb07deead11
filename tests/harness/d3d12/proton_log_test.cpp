#include "harness/d3d12/proton_log.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/temporary_folder.h"

namespace modlab::d3d12 {
namespace {

/// A log in a file of the test's own.
class ProtonLogTest : public testing::Test {
 protected:
  void write(const std::string& text) const { std::ofstream(folder_ / "log", std::ios::app) << text; }

  TemporaryFolder folder_;
  ScopedVariable variable_{"VKD3D_LOG_FILE", folder_ / "log"};
  ProtonLog log_;
};

TEST_F(ProtonLogTest, TellsVersionAndBuild) {
  EXPECT_EQ(log_.version(), "");
  write(
      "1f10:info:vkd3d_config_flags_init_once: VKD3D_CONFIG=''.\n"
      "1f10:info:vkd3d_get_vk_version: vkd3d-proton - applicationVersion: 3.0.1.\n");
  EXPECT_EQ(log_.version(), "3.0.1");
  write("1f10:info:vkd3d_instance_init: vkd3d-proton - build: 0e65f3f392c3793+.\n");
  EXPECT_EQ(log_.version(), "3.0.1 (build 0e65f3f392c3793)");
}

TEST_F(ProtonLogTest, HasNothingOfEarlierProcesses) {
  write("1f10:info:vkd3d_get_vk_version: vkd3d-proton - applicationVersion: 3.0.0.\n");
  EXPECT_EQ(ProtonLog().version(), "");
}

TEST_F(ProtonLogTest, KeepsTheErrorsAndWarningsOfOneCallInOneLine) {
  write("1f05:err:d3d12_device_create: Of an earlier call.\n");
  const ProtonLog::Call call(log_);
  write(
      "1f05:info:vkd3d_instance_init: Nothing wrong.\n"
      "1f05:warn:d3d12_device_create: Insufficient descriptor indexing support.\n"
      "no line of a log\n"
      "1f05:err:vkd3d_instance_init: Failed: hr 0x80004005.\n");
  EXPECT_EQ(call.complaints(), "Insufficient descriptor indexing support. Failed: hr 0x80004005.");
}

TEST(ProtonLog, IsInMemoryAndItsVariablesSetDuringACallOnly) {
  const ProtonLog log;
  {
    const ProtonLog::Call call(log);
    EXPECT_STREQ(std::getenv("VKD3D_DEBUG"), "info");
    std::ofstream(std::getenv("VKD3D_LOG_FILE")) << "1:err:f: Something.\n";
    EXPECT_EQ(call.complaints(), "Something.");
  }
  EXPECT_EQ(std::getenv("VKD3D_LOG_FILE"), nullptr);
}

}  // namespace
}  // namespace modlab::d3d12
