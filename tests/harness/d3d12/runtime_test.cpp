#include "harness/d3d12/implementation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/d3d12/d3d12_device.h"
#include "kernels/error.h"
#include "tests/harness/d3d12/mix_kernel.h"
#include "tests/support/temporary_folder.h"

#if !defined(_WIN32)
#include <dlfcn.h>

#include "harness/system/scoped_variable.h"
#endif

namespace modlab::d3d12 {
namespace {

std::string runtime_refusal(const std::string& runtime) {
  try {
    static_cast<void>(open_implementation(runtime));
  } catch (const Error& error) {
    return error.what();
  }
  return "no Error was thrown";
}

TEST(Runtime, AutoNamesImplementationAndVersion) {
  const std::string description = open_implementation("auto")->description();
  EXPECT_NE(description.find_first_of("0123456789"), std::string::npos) << description;
}

TEST(Runtime, LibraryThatIsNotThereIsNamedWithAdvice) {
  const std::string message = runtime_refusal("no-such-library.so");
  EXPECT_NE(message.find("cannot load no-such-library.so"), std::string::npos) << message;
  EXPECT_NE(message.find("--runtime takes auto, vkd3d or the path"), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(Runtime, UnknownAdapterOfARequestIsAnError) {
  DeviceRequest request;
  request.adapter = "no such adapter";
  EXPECT_THROW(static_cast<void>(make_device(request)), Error);
}

#if !defined(_WIN32)

TEST(Runtime, LibraryOfAnotherKindIsNamedWithWhatItLacks) {
  const std::string message = runtime_refusal("libm.so.6");
  EXPECT_NE(message.find("libm.so.6 has no function D3D12CreateDevice"), std::string::npos) << message;
}

TEST(Runtime, MissingVulkanDriverSaysWhatToInstall) {
  const ScopedVariable old_name("VK_ICD_FILENAMES", "no-such-driver.json");
  const ScopedVariable new_name("VK_DRIVER_FILES", "no-such-driver.json");
  const std::string message = runtime_refusal("vkd3d");
  EXPECT_NE(message.find("mesa-vulkan-drivers"), std::string::npos) << message;
}

TEST(Runtime, ALibraryWhoseCallingConventionIsNotKnownIsRefusedUncalled) {
  const std::string message = runtime_refusal(MODLAB_UNKNOWN_D3D12);
  EXPECT_NE(message.find("is neither vkd3d-proton's nor libvkd3d's"), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(Runtime, ALibraryForAnotherArchitectureSaysSo) {
  const TemporaryFolder folder;
  const std::string foreign = folder / "foreign.so";
  std::filesystem::copy_file(MODLAB_UNKNOWN_D3D12, foreign);
  std::fstream file(foreign, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(18).put(21).put(0).flush();  // e_machine: 64-bit PowerPC
  EXPECT_THAT(runtime_refusal(foreign), testing::HasSubstr("(it is for another architecture)"));
}

TEST(Runtime, WhatIsNoLibrarySaysSoAlsoInTheCurrentFolder) {
  const TemporaryFolder folder;
  std::ofstream(folder / "text.so") << "hello\n";
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "");
  const std::string message = runtime_refusal("text.so");
  std::filesystem::current_path(before);
  EXPECT_THAT(message, testing::HasSubstr("cannot load ./text.so (it is no library)"));
  EXPECT_THAT(runtime_refusal(folder / "text.so"), testing::HasSubstr("text.so (it is no library)"));
}

void expect_right_results(Device& device) {
  constexpr std::uint32_t kWords = 1000;
  const auto a_values = mix::pattern(kWords, 1);
  const auto b_values = mix::pattern(kWords, 2);
  const auto a = device.make_buffer(4 * kWords, "A");
  const auto b = device.make_buffer(4 * kWords, "B");
  const auto out = device.make_buffer(4 * kWords, "Out");
  device.upload(*a, mix::bytes_of(a_values));
  device.upload(*b, mix::bytes_of(b_values));
  for (const Access access : {Access::raw, Access::structured, Access::typed}) {
    const Plan plan = mix::mix_plan(access, 4, Binding::table, {mix::mix_slice(0, 4 * kWords, 4)});
    const auto kernel = device.make_kernel(plan, mix::compile(plan).bytes);
    const Launch launch{kernel.get(), {a.get(), b.get(), out.get()}, plan.slices};
    device.upload(*out, mix::bytes_of(std::vector<std::uint32_t>(kWords)));
    EXPECT_GT(device.time({.launches = {&launch, 1}}), 0U);
    std::vector<std::uint32_t> values(kWords);
    device.read_back(std::as_writable_bytes(std::span(values)), *out);
    for (std::uint32_t i = 0; i < kWords; ++i)
      ASSERT_EQ(values[i], mix::mixed(a_values[i], b_values[i])) << name_of(access) << " word " << i;
  }
}

TEST(Runtime, LoadedLibraryComputes) {
  constexpr const char* kLibrary = "libvkd3d-utils.so.1";
  if (dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL) == nullptr)
    GTEST_SKIP() << kLibrary << " is not installed (Debian: libvkd3d-utils1)";
  const auto device = make_device({.runtime = kLibrary, .adapter = {}});
  EXPECT_NE(device->traits().implementation.find(kLibrary), std::string::npos) << device->traits().implementation;
  expect_right_results(*device);
}

/// vkd3d-proton's library, in MODLAB_TEST_RUNTIME.
class Vkd3dProton : public testing::Test {
 protected:
  void SetUp() override {
    const char* library = std::getenv("MODLAB_TEST_RUNTIME");
    if (library == nullptr) GTEST_SKIP() << "MODLAB_TEST_RUNTIME names no libvkd3d-proton-d3d12.so";
    library_ = library;
  }

  std::string library_;
};

TEST_F(Vkd3dProton, ComputesTellsItsVersionAndLeavesNoFile) {
  const TemporaryFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "");
  const auto implementation = open_implementation(library_);
  const auto device = implementation->make_device({});
  std::filesystem::current_path(before);
  EXPECT_THAT(implementation->description(), testing::ContainsRegex("^vkd3d-proton [0-9]+\\.[0-9]+"));
  EXPECT_EQ(device->traits().implementation, implementation->description());
  EXPECT_EQ(make_device({.runtime = library_, .adapter = {}})->traits().implementation, implementation->description());
  expect_right_results(*device);
  EXPECT_TRUE(std::filesystem::is_empty(folder / ""));
}

TEST_F(Vkd3dProton, ALibraryWithoutItsCoreSaysSo) {
  const TemporaryFolder folder;
  const std::string alone = folder / "libvkd3d-proton-d3d12.so";
  std::filesystem::copy_file(library_, alone);
  EXPECT_THAT(runtime_refusal(alone), testing::HasSubstr("libvkd3d-proton-d3d12core.so"));
}

#endif

}  // namespace
}  // namespace modlab::d3d12
