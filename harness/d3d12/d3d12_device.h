#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "harness/device/device.h"

namespace modlab::d3d12 {

struct DeviceRequest {
  std::string runtime = "auto";                            ///< as open_implementation takes it
  std::string adapter;                                     ///< as select_adapter takes it
  std::chrono::milliseconds time_limit{30'000};            ///< for each submission; a longer one is timed_out
  std::uint64_t staging_bytes = std::uint64_t{64} << 20U;  ///< the most that is transferred at a time
  bool stable_power = false;                               ///< see StablePower
  std::optional<bool> record_ahead{};  ///< see RecordAhead; by default not where the device is the CPU itself
};

/// Throws Error where there is no such implementation or adapter.
std::unique_ptr<Device> make_device(const DeviceRequest& request);

}  // namespace modlab::d3d12
