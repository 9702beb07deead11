#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/device_traits.h"

namespace modlab {

/// What `modlab devices --json` says of this machine.
struct Devices {
  struct Adapter {
    std::uint32_t index = 0;
    DeviceTraits traits;
  };
  std::vector<Adapter> adapters;
  std::string error;  ///< what the program said instead; empty where all is well
};

/// Reads what the program printed, on stdout and stderr.
Devices parse_devices(const std::vector<std::string>& lines);

/// Asks the program. Takes a second or two, and ends early when stopped.
Devices list_devices(const std::string& runtime, const std::stop_token& stop);

}  // namespace modlab
