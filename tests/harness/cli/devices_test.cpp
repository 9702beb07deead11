#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "harness/store/shared_fields.h"
#include "tests/harness/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace modlab::cli {
namespace {

using nlohmann::json;

TEST(CliDevices, JsonSaysWhatTheTextSays) {
  const ProcessResult text = modlab("devices");
  const ProcessResult result = modlab("devices --json");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(line_count(result.out), 1U);
  const json machine = json::parse(result.out);
  const auto expect_in_text = [&](const std::string& words) {
    EXPECT_NE(text.out.find(words), std::string::npos) << words << " is not in\n" << text.out;
  };
  expect_in_text("implementation  " + machine.at("implementation").get<std::string>());
  ASSERT_FALSE(machine.at("compilers").empty());
  for (const json& each : machine.at("compilers"))
    expect_in_text(each.at("compiler").get<std::string>() + ": " + each.at("version").get<std::string>() + ", " +
                   each.at("way").get<std::string>());
  ASSERT_FALSE(machine.at("adapters").empty());
  for (const json& adapter : machine.at("adapters")) {
    const DeviceTraits device = store::value_from<DeviceTraits>(adapter);
    expect_in_text("adapter " + std::to_string(adapter.at("index").get<int>()) + "       " + device.adapter +
                   (device.software ? " (software)" : ""));
    expect_in_text("driver          " + device.driver);
    expect_in_text("memory          " + std::to_string(device.memory_bytes >> 20) + " MiB");
    expect_in_text("timestamps      " + std::to_string(device.timestamp_hz) + " Hz");
    ASSERT_FALSE(adapter.at("compilers").empty());
    for (const json& each : adapter.at("compilers"))
      expect_in_text(
          std::string(each.at("fused_mad").get<bool>() ? "fused: rounded once" : "not fused: rounded twice") + " of " +
          each.at("compiler").get<std::string>());
  }
}

TEST(CliDevices, JsonOfOneAdapterNamesThatOne) {
  const ProcessResult result = modlab("devices --adapter 0 --json");
  ASSERT_EQ(result.status, 0) << result.err;
  const json adapters = json::parse(result.out).at("adapters");
  ASSERT_EQ(adapters.size(), 1U);
  EXPECT_EQ(adapters[0].at("index"), 0);
}

TEST(CliDevices, ADriverThatDiesIsNamedWithItsSignal) {
  const ProcessResult result = modlab("devices --runtime " MODLAB_DYING_D3D12);
  EXPECT_EQ(result.status, -SIGILL);
  EXPECT_EQ(line_count(result.err), 1U) << result.err;
  const std::string adapter = json::parse(modlab("devices --json").out).at("adapters").at(0).at("adapter");
  EXPECT_TRUE(
      result.err.starts_with("modlab: killed by signal 4 (illegal instruction) while using the adapter " + adapter))
      << result.err;
}

TEST(CliDevices, ADriverThatDiesWhereItIsLoadedIsSuspected) {
  const TemporaryFolder folder;
  const std::string manifest = (folder / "icd.json").string();
  replace_file(manifest,
               R"({"file_format_version": "1.0.1", "ICD": {"api_version": "1.1.0", "library_path": ")" MODLAB_DYING_ICD
               R"("}})");
  const std::vector<std::string> environment{"VK_DRIVER_FILES=" + manifest, "VK_ICD_FILENAMES=" + manifest};
  for (const char* call : {"devices", "verify --op floor --dtype f32 --shape 64"}) {
    const ProcessResult result = modlab(call, environment);
    EXPECT_EQ(result.status, -SIGILL);
    EXPECT_EQ(line_count(result.err), 1U) << result.err;
    EXPECT_TRUE(result.err.starts_with(
        "modlab: killed by signal 4 (illegal instruction) while using the system's Vulkan drivers; "))
        << result.err;
  }
}

}  // namespace
}  // namespace modlab::cli
