#include "harness/d3d12/implementation.h"

#include <gtest/gtest.h>

#include "harness/d3d12/d3d12_device.h"
#include "kernels/error.h"
#include "tests/harness/d3d12/mix_kernel.h"

#if !defined(_WIN32)
#include <dlfcn.h>

#include "harness/system/scoped_variable.h"
#endif

namespace modlab {
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
  EXPECT_THROW(static_cast<void>(make_d3d12_device(request)), Error);
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

TEST(Runtime, LoadedLibraryComputes) {
  constexpr const char* kLibrary = "libvkd3d-utils.so.1";
  if (dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL) == nullptr)
    GTEST_SKIP() << kLibrary << " is not installed (Debian: libvkd3d-utils1)";
  DeviceRequest request;
  request.runtime = kLibrary;
  const auto device = make_d3d12_device(request);
  EXPECT_NE(device->traits().implementation.find(kLibrary), std::string::npos) << device->traits().implementation;

  constexpr std::uint32_t kWords = 1000;
  const auto a_values = mix::pattern(kWords, 1);
  const auto b_values = mix::pattern(kWords, 2);
  const auto a = device->make_buffer(4 * kWords, "A");
  const auto b = device->make_buffer(4 * kWords, "B");
  const auto out = device->make_buffer(4 * kWords, "Out");
  device->upload(*a, mix::bytes_of(a_values));
  device->upload(*b, mix::bytes_of(b_values));
  for (const Access access : {Access::raw, Access::structured, Access::typed}) {
    const KernelPlan plan = mix::mix_plan(access, 4, Binding::table, {mix::mix_slice(0, 4 * kWords, 4)});
    const auto kernel = device->make_kernel(plan, mix::compile(plan).bytes);
    const Launch launch{kernel.get(), {a.get(), b.get(), out.get()}, plan.slices};
    device->upload(*out, mix::bytes_of(std::vector<std::uint32_t>(kWords)));
    EXPECT_GT(device->time({.launches = {&launch, 1}}), 0U);
    std::vector<std::uint32_t> values(kWords);
    device->read_back(std::as_writable_bytes(std::span(values)), *out);
    for (std::uint32_t i = 0; i < kWords; ++i)
      ASSERT_EQ(values[i], mix::mixed(a_values[i], b_values[i])) << name_of(access) << " word " << i;
  }
}

#endif

}  // namespace
}  // namespace modlab
