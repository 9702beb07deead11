#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/compile/d3d_compiler.h"
#include "harness/d3d12/d3d12_device.h"
#include "harness/device/status.h"
#include "kernels/buffer_plans.h"
#include "kernels/error.h"
#include "kernels/modulus/problem.h"

namespace modlab::d3d12 {
namespace {

constexpr std::uint64_t kStagingBytes = 4096;

std::vector<std::byte> some_bytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 131 + i / 251 + 7);
  return bytes;
}

class Transfer : public ::testing::Test {
 protected:
  static DeviceRequest request() {
    DeviceRequest request;
    request.staging_bytes = kStagingBytes;
    return request;
  }

  std::unique_ptr<Device> device_ = make_device(request());
};

class TransferSize : public Transfer, public ::testing::WithParamInterface<std::size_t> {};

TEST_P(TransferSize, UploadIsReadBack) {
  const auto bytes = some_bytes(GetParam());
  const auto buffer = device_->make_buffer(bytes.size(), "round trip");
  EXPECT_EQ(buffer->bytes(), bytes.size());
  device_->upload(*buffer, bytes);
  std::vector<std::byte> back(bytes.size());
  device_->read_back(back, *buffer);
  EXPECT_EQ(back, bytes);
}

TEST_P(TransferSize, CopyIsReadBack) {
  const auto bytes = some_bytes(GetParam());
  const auto from = device_->make_buffer(bytes.size(), "from");
  const auto to = device_->make_buffer(bytes.size(), "to");
  device_->upload(*from, bytes);
  device_->copy(*to, *from);
  std::vector<std::byte> back(bytes.size());
  device_->read_back(back, *to);
  EXPECT_EQ(back, bytes);
}

TEST_P(TransferSize, BatchReadsBackAfterItsCopies) {
  const auto bytes = some_bytes(GetParam());
  const auto from = device_->make_buffer(bytes.size(), "from");
  const auto to = device_->make_buffer(bytes.size(), "to");
  device_->upload(*from, bytes);
  const Copy copy{.to = to.get(), .from = from.get()};
  std::vector<std::byte> back(bytes.size());
  static_cast<void>(
      device_->time({.launches = {}, .copies_before = {&copy, 1}, .read_after = {.to = back, .from = to.get()}}));
  EXPECT_EQ(back, bytes);
}

INSTANTIATE_TEST_SUITE_P(Sizes, TransferSize,
                         ::testing::Values(1, 3, 4, 17, kStagingBytes - 1, kStagingBytes, kStagingBytes + 1,
                                           5 * kStagingBytes + 13, 1000003),
                         [](const auto& size) { return std::to_string(size.param) + "Bytes"; });

TEST_F(Transfer, KernelCopiesEveryWholeVectorThroughAsManyViewsAsItTakes) {
  const auto bytes = some_bytes(100'007);
  const Plan plan = make_transfer_plan(bytes.size(), Build{}, {.view_words = 4096});
  ASSERT_EQ(plan.slices.size(), 7U);
  const auto bytecode = compile::make_d3d_compiler()->compile(compile::shader_request(plan), embedded_shaders()).bytes;
  const auto kernel = device_->make_kernel(plan, bytecode);
  const auto from = device_->make_buffer(bytes.size(), "from");
  const auto to = device_->make_buffer(bytes.size(), "to");
  device_->upload(*from, bytes);
  device_->upload(*to, std::vector<std::byte>(bytes.size()));
  const Launch launch{kernel.get(), {from.get(), to.get()}, plan.slices};
  std::vector<std::byte> back(bytes.size());
  static_cast<void>(device_->time({.launches = {&launch, 1}, .read_after = {.to = back, .from = to.get()}}));
  auto expected = bytes;
  std::fill(expected.begin() + 100'000, expected.end(), std::byte{0});
  EXPECT_EQ(back, expected);
}

TEST_F(Transfer, PartialUploadLeavesTheRest) {
  const auto buffer = device_->make_buffer(8, "buffer");
  device_->upload(*buffer, std::vector<std::byte>(8, std::byte{1}));
  device_->upload(*buffer, std::vector<std::byte>(3, std::byte{2}));
  std::vector<std::byte> back(8);
  device_->read_back(back, *buffer);
  const std::vector<std::byte> expected{std::byte{2}, std::byte{2}, std::byte{2}, std::byte{1},
                                        std::byte{1}, std::byte{1}, std::byte{1}, std::byte{1}};
  EXPECT_EQ(back, expected);
}

TEST_F(Transfer, LargerThanTheBufferIsRefused) {
  const auto buffer = device_->make_buffer(8, "small");
  const auto larger = device_->make_buffer(12, "larger");
  std::vector<std::byte> nine(9);
  EXPECT_THROW(device_->upload(*buffer, nine), std::out_of_range);
  EXPECT_THROW(device_->read_back(nine, *buffer), std::out_of_range);
  EXPECT_THROW(device_->copy(*buffer, *larger), std::out_of_range);
}

TEST_F(Transfer, BufferLargerThanAnyMemoryIsRefusedByName) {
  try {
    static_cast<void>(device_->make_buffer(std::uint64_t{1} << 50U, "whale"));
    FAIL() << "no VariantFailure was thrown";
  } catch (const VariantFailure& failure) {
    EXPECT_EQ(failure.status(), Status::device_refused);
    EXPECT_NE(std::string(failure.what()).find("'whale' of 1125899906842624 bytes"), std::string::npos)
        << failure.what();
  }
  // The device survives it.
  const auto buffer = device_->make_buffer(4, "small");
  EXPECT_NO_THROW(device_->upload(*buffer, some_bytes(4)));
}

}  // namespace
}  // namespace modlab::d3d12
