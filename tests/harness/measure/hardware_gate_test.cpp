// The gate as it works on hardware, which compares on the device: on a software adapter that does not say so, and whose
// memory is not zero when it is new, as libvkd3d's need not be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "harness/compile/load_kernel.h"
#include "harness/device/status.h"
#include "harness/measure/probe_platform.h"
#include "harness/measure/workbench.h"
#include "kernels/files/kernel_file.h"
#include "kernels/modulus/probes.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "tests/support/shared_device.h"
#include "tests/support/wrapped_device.h"

namespace modlab::measure {
namespace {

using ::testing::HasSubstr;

class Hardware final : public WrappedDevice {
 public:
  explicit Hardware(Device& software) : WrappedDevice(software), traits_(software.traits()) {
    traits_.software = false;
    traits_.memory_bytes = std::uint64_t{1} << 30;  // guards and working sets take shares of it
  }

  [[nodiscard]] const DeviceTraits& traits() const override { return traits_; }
  [[nodiscard]] std::unique_ptr<Buffer> make_buffer(std::uint64_t bytes, std::string_view name) override {
    auto buffer = WrappedDevice::make_buffer(bytes, name);
    upload(*buffer, std::vector<std::byte>(bytes, static_cast<std::byte>(++made_)));
    first_.try_emplace(std::string(name), buffer.get());
    return buffer;
  }
  [[nodiscard]] std::uint64_t time(const Batch& batch) override {
    const std::uint64_t ticks = WrappedDevice::time(batch);
    if (!stray_.empty() && !batch.launches.empty())
      upload(*first_.at(stray_), std::vector<std::byte>(16, std::byte{0x77}));
    return ticks;
  }

  /// From now on, launches write at the beginning of the first buffer of that name; with none, nowhere.
  void stray_to(const std::string& name) { stray_ = name; }

 private:
  DeviceTraits traits_;
  unsigned made_ = 0;
  std::map<std::string, Buffer*> first_;
  std::string stray_;
};

class HardwareGate : public testing::Test {
 protected:
  static constexpr std::uint64_t kSeed = 1;

  /// The plainest variant of a kernel file of the tests.
  static modulus::Variant kernel_of(const std::string& file) {
    const KernelPtr kernel = compile::load_kernel(MODLAB_SOURCE_DIR "/tests/kernel_files/" + file);
    std::optional<modulus::Variant> first;
    for_each_own_values(*kernel, [&](const modulus::OwnValues& values) {
      if (!first) first = own_variant(kernel, values, Build{});
    });
    return first.value();
  }

  /// What the gate says of it, and the checks that follow timing; nothing when it passes.
  std::optional<std::string> verdict(const modulus::Variant& variant, const modulus::Workload& workload) {
    Workbench workbench(device_, compiler(), embedded_shaders(), workload, kSeed);
    try {
      const PreparedKernel prepared = workbench.prepare(variant);
      for (int times = 0; times < 2; ++times) workbench.verify(prepared);  // the second by what the first one proved
      for (int times = 0; times < 2; ++times)
        static_cast<void>(workbench.time(prepared, 3, WorkingSet::Where::moving, Workbench::Checks::all));
      workbench.check(prepared);
      return std::nullopt;
    } catch (const VariantFailure& failure) {
      return std::string(name_of(failure.status())) + ": " + failure.what();
    }
  }

  Hardware device_{device()};
};

TEST_F(HardwareGate, PassesAUsersKernelThatIsRight) {
  const modulus::Variant kernel = kernel_of("every_type.hlsl");
  for (const auto& type : kDataTypeNames)
    EXPECT_EQ(verdict(kernel, {.type = type.value, .shape = {4099}}), std::nullopt) << type.name;
}

TEST_F(HardwareGate, PassesEveryAlgorithmInEveryPlacement) {
  const Platform platform = probe_platform(device_, compiler(), modulus::modulus_probes());
  for (const auto& placement : modulus::kPlacementNames) {
    const modulus::Workload workload{.shape = {4099}, .placement = placement.value};
    const modulus::VariantSpace space(modulus::describe(workload, kSeed), platform);
    std::set<modulus::Algorithm> seen;
    for (const modulus::Variant& variant : space.legal()) {
      if (!seen.insert(variant.algorithm).second) continue;
      EXPECT_EQ(verdict(variant, workload), std::nullopt) << placement.name << ' ' << modulus::name_of(variant);
    }
    EXPECT_EQ(seen.size(), 3U);
  }
}

TEST_F(HardwareGate, FindsWhatCheats) {
  const struct {
    std::string file;
    std::string says;
    modulus::Workload workload = {.shape = {4099}};
  } cheats[] = {
      {"replays.hlsl", "in a timed launch, ", {.type = DataType::u32, .shape = {8192}}},
      {"flips.hlsl", "4099 of 4099 results wrong"},
      {"marks_the_guard.hlsl", "past the end of Out"},
      {"counts_far_away.hlsl", "bytes past the end of Out"},
      {"marks_the_last_word.hlsl", "between Out's elements", {.type = DataType::u8, .shape = {4099}}},
      {"marks_the_padding.hlsl", "between Out's elements", {.shape = {64, 64}, .layout = modulus::Layout::padded}},
  };
  for (const auto& [file, says, workload] : cheats)
    EXPECT_THAT(verdict(kernel_of(file), workload).value_or("passed"), HasSubstr(says)) << file;
}

/// What no kernel can do here: libvkd3d drops writes before a view, and operands are bound for reading only.
TEST_F(HardwareGate, FindsWhatIsWrittenBeforeOutAndInOperands) {
  Workbench workbench(device_, compiler(), embedded_shaders(), modulus::Workload{.shape = {4099}}, kSeed);
  const auto expect = [&](const std::string& buffer, const std::string& says, const auto& work) {
    device_.stray_to(buffer);
    try {
      work();
      ADD_FAILURE() << "passed with strays to " << buffer;
    } catch (const VariantFailure& failure) {
      EXPECT_EQ(failure.status(), Status::wrong_result);
      EXPECT_THAT(failure.what(), HasSubstr(says));
    }
    device_.stray_to("");
    work();
  };
  const PreparedKernel built_in = workbench.prepare(modulus::Variant{});
  expect("Out", "the kernel wrote before Out", [&] { workbench.verify(built_in); });
  const PreparedKernel own = workbench.prepare(kernel_of("every_type.hlsl"));
  workbench.verify(own);
  expect("Out and guards", "bytes before Out", [&] { workbench.verify(own); });
  expect("A", "changed an operand", [&] { workbench.check(own); });
  expect("B", "changed an operand", [&] { workbench.check(own); });
}

}  // namespace
}  // namespace modlab::measure
