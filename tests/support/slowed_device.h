#pragma once

#include <cmath>
#include <map>

#include "tests/support/wrapped_device.h"

namespace modlab {

/// A device on which chosen kernels appear slower than they are.
class SlowedDevice final : public WrappedDevice {
 public:
  using WrappedDevice::WrappedDevice;

  /// Batches of this kernel appear to take this many times as long.
  void slow_down(const Kernel& kernel, double factor) { factors_[&kernel] = factor; }

  [[nodiscard]] std::uint64_t time(const Batch& batch) override {
    const auto ticks = static_cast<double>(WrappedDevice::time(batch));
    const auto slowed = batch.launches.empty() ? factors_.end() : factors_.find(batch.launches.front().kernel);
    return static_cast<std::uint64_t>(std::llround(slowed == factors_.end() ? ticks : slowed->second * ticks));
  }

 private:
  std::map<const Kernel*, double> factors_;
};

}  // namespace modlab
