#include "gui/runs/devices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/store/shared_fields.h"

namespace modlab::gui {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string printed(const std::vector<std::string>& names) {
  nlohmann::json adapters = nlohmann::json::array();
  for (const std::string& name : names) {
    DeviceTraits traits;
    traits.adapter = name;
    nlohmann::json adapter = store::json_of(traits);
    adapter["index"] = adapters.size();
    adapters.push_back(std::move(adapter));
  }
  return nlohmann::json{{"adapters", std::move(adapters)}}.dump();
}

TEST(Devices, AreReadFromTheJsonDespiteDriverWarnings) {
  const Devices devices =
      parse_devices({"MESA: warning: 7 things", printed({"NVIDIA H200", "llvmpipe (LLVM 15.0.6, 128 bits)"})});
  EXPECT_EQ(devices.error, "");
  ASSERT_EQ(devices.adapters.size(), 2U);
  EXPECT_EQ(devices.adapters[0].traits.adapter, "NVIDIA H200");
  EXPECT_EQ(devices.adapters[1].index, 1U);
  EXPECT_EQ(devices.adapters[1].traits.adapter, "llvmpipe (LLVM 15.0.6, 128 bits)");
}

TEST(Devices, WithoutAdaptersTheErrorIsTheProgramsMessage) {
  const Devices none = parse_devices({"modlab: no Vulkan driver"});
  EXPECT_THAT(none.adapters, IsEmpty());
  EXPECT_THAT(none.error, HasSubstr("no Vulkan driver"));
  EXPECT_NE(parse_devices({R"({"adapters": [{"index": 0}]})"}).error, "");
}

TEST(Devices, OfThisMachineAreListedByTheProgram) {
  const Devices devices = list_devices("auto", {});
  EXPECT_EQ(devices.error, "");
  ASSERT_FALSE(devices.adapters.empty());
  EXPECT_NE(devices.adapters.front().traits.adapter, "");
}

TEST(Devices, OfAMissingRuntimeAreAnError) {
  EXPECT_THAT(list_devices("/nowhere.so", {}).error, HasSubstr("/nowhere.so"));
}

}  // namespace
}  // namespace modlab::gui
