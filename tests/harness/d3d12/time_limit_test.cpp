#include <gtest/gtest.h>

#include <chrono>

#include "harness/d3d12/d3d12_device.h"
#include "harness/d3d12/implementation.h"
#include "harness/device/status.h"
#include "tests/harness/d3d12/mix_kernel.h"

namespace modlab::d3d12 {
namespace {

using mix::mix_plan;
using mix::mix_slice;

/// Seconds of work for the first adapter, CPU or GPU; but it ends.
Plan slow_plan() {
  const bool software = open_implementation("auto")->adapters().front().software;
  Plan plan = mix_plan(Access::raw, 1, Binding::root, {mix_slice(0, 256, 1)});
  plan.shader = "slow.hlsl";
  plan.views = {{0, Access::raw, 4, false}, {1, Access::raw, 4, true}};
  plan.slices[0].constants[0] = 60'000;
  plan.slices[0].grid = {software ? 1'000U : 65'535U, software ? 1U : 16U, 1};
  return plan;
}

TEST(TimeLimit, KernelPastItIsTimedOutAndTheDeviceCanBeAbandoned) {
  DeviceRequest request;
  request.time_limit = std::chrono::milliseconds(30);
  const auto device = make_device(request);
  const auto a = device->make_buffer(256, "A");
  const auto out = device->make_buffer(256, "Out");
  const Plan plan = slow_plan();
  const auto kernel = device->make_kernel(plan, mix::compile(plan).bytes);
  const Launch launch{kernel.get(), {a.get(), out.get()}, plan.slices};
  try {
    static_cast<void>(device->time({.launches = {&launch, 1}}));
    FAIL() << "no VariantFailure was thrown";
  } catch (const VariantFailure& failure) {
    EXPECT_EQ(failure.status(), Status::timed_out);
    EXPECT_STREQ(failure.what(), "the GPU did not finish within 30 ms");
  }
  // An abandoned device frees nothing that the GPU still uses; a new device works while the old kernel continues.
  const auto next = make_device({});
  const auto buffer = next->make_buffer(64, "on the next device");
  const std::vector<std::byte> bytes(64, std::byte{9});
  next->upload(*buffer, bytes);
  std::vector<std::byte> back(64);
  next->read_back(back, *buffer);
  EXPECT_EQ(back, bytes);
}

}  // namespace
}  // namespace modlab::d3d12
