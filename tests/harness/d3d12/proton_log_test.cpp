#include "harness/d3d12/proton_log.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

/// A log whose file has this text.
class LogOf {
 public:
  explicit LogOf(const std::string& text) : variable_("VKD3D_LOG_FILE", folder_ / "log") {
    std::ofstream(folder_ / "log") << text;
  }

  ProtonLog log() const { return {}; }

 private:
  TemporaryFolder folder_;
  ScopedVariable variable_;
};

TEST(ProtonLog, TellsVersionAndBuild) {
  const LogOf file(
      "1f10:info:vkd3d_config_flags_init_once: VKD3D_CONFIG=''.\n"
      "1f10:info:vkd3d_get_vk_version: vkd3d-proton - applicationVersion: 3.0.1.\n"
      "1f10:info:vkd3d_instance_init: vkd3d-proton - build: 0e65f3f392c3793+.\n");
  EXPECT_EQ(file.log().version(), "3.0.1 (build 0e65f3f392c3793)");
  EXPECT_EQ(file.log().complaints(), "");
}

TEST(ProtonLog, KeepsErrorsAndWarningsInOneLine) {
  const LogOf file(
      "1f05:info:vkd3d_get_vk_version: vkd3d-proton - applicationVersion: 2.14.0.\n"
      "1f05:warn:d3d12_device_create: Insufficient descriptor indexing support.\n"
      "no line of a log\n"
      "1f05:err:vkd3d_instance_init: Failed: hr 0x80004005.\n");
  EXPECT_EQ(file.log().version(), "2.14.0");
  EXPECT_EQ(file.log().complaints(), "Insufficient descriptor indexing support. Failed: hr 0x80004005.");
}

TEST(ProtonLog, IsEmptyAndItsVariablesUnsetWhereNothingIsLogged) {
  const ProtonLog log;
  {
    const ProtonLog::Scope scope(log);
    EXPECT_STREQ(std::getenv("VKD3D_DEBUG"), "info");
    std::ofstream(std::getenv("VKD3D_LOG_FILE")) << "1:err:f: Something.\n";
  }
  EXPECT_EQ(std::getenv("VKD3D_LOG_FILE"), nullptr);
  EXPECT_EQ(log.version(), "");
  EXPECT_EQ(log.complaints(), "Something.");
}

}  // namespace
}  // namespace modlab
