#pragma once

#include "harness/device/device.h"

namespace modlab {

/// Passes every call on to a device, which must outlive it. For tests that change some of them.
class WrappedDevice : public Device {
 public:
  explicit WrappedDevice(Device& device) : device_(device) {}

  [[nodiscard]] const DeviceTraits& traits() const override { return device_.traits(); }
  [[nodiscard]] std::unique_ptr<Buffer> make_buffer(std::uint64_t bytes, std::string_view name) override {
    return device_.make_buffer(bytes, name);
  }
  void upload(Buffer& to, std::span<const std::byte> from) override { device_.upload(to, from); }
  void copy(Buffer& to, const Buffer& from) override { device_.copy(to, from); }
  void read_back(std::span<std::byte> to, const Buffer& from, std::uint64_t first) override {
    device_.read_back(to, from, first);
  }
  [[nodiscard]] std::unique_ptr<Kernel> make_kernel(const Plan& plan, std::span<const std::byte> bytecode) override {
    return device_.make_kernel(plan, bytecode);
  }
  [[nodiscard]] std::uint64_t time(const Batch& batch) override { return device_.time(batch); }
  void begin_phase(std::string_view name) override { device_.begin_phase(name); }
  void end_phase() override { device_.end_phase(); }

 private:
  Device& device_;
};

}  // namespace modlab
