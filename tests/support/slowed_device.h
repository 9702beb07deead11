#pragma once

#include <cmath>
#include <map>

#include "harness/device/device.h"

namespace modlab {

/// Wraps a device so that chosen kernels appear slower than they are.
class SlowedDevice final : public Device {
 public:
  explicit SlowedDevice(Device& device) : device_(device) {}

  /// Batches of this kernel appear to take this many times as long.
  void slow_down(const Kernel& kernel, double factor) { factors_[&kernel] = factor; }

  [[nodiscard]] const DeviceTraits& traits() const override { return device_.traits(); }
  [[nodiscard]] std::unique_ptr<Buffer> make_buffer(std::uint64_t bytes, std::string_view name) override {
    return device_.make_buffer(bytes, name);
  }
  void upload(Buffer& to, std::span<const std::byte> from) override { device_.upload(to, from); }
  void copy(Buffer& to, const Buffer& from) override { device_.copy(to, from); }
  void read_back(std::span<std::byte> to, const Buffer& from, std::uint64_t first) override {
    device_.read_back(to, from, first);
  }
  [[nodiscard]] std::unique_ptr<Kernel> make_kernel(const KernelPlan& plan,
                                                    std::span<const std::byte> bytecode) override {
    return device_.make_kernel(plan, bytecode);
  }
  [[nodiscard]] std::unique_ptr<Peer> open_directml(const std::string& library) override {
    return device_.open_directml(library);
  }
  [[nodiscard]] std::uint64_t time(const Batch& batch) override {
    const auto ticks = static_cast<double>(device_.time(batch));
    const auto slowed = batch.launches.empty() ? factors_.end() : factors_.find(batch.launches.front().kernel);
    return static_cast<std::uint64_t>(std::llround(slowed == factors_.end() ? ticks : slowed->second * ticks));
  }

  void begin_phase(std::string_view name) override { device_.begin_phase(name); }
  void end_phase() override { device_.end_phase(); }

 private:
  Device& device_;
  std::map<const Kernel*, double> factors_;
};

}  // namespace modlab
