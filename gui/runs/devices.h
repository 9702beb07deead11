#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/device_traits.h"

namespace modlab::gui {

/// What `modlab devices --json` says about this machine.
struct Devices {
  struct Adapter {
    std::uint32_t index = 0;
    DeviceTraits traits;
  };
  std::vector<Adapter> adapters;
  std::string error;  ///< what the program printed instead; empty on success
};

/// Parses what the program printed on stdout and stderr.
Devices parse_devices(const std::vector<std::string>& lines);

/// Runs the program, which takes a second or two; returns early when stopped.
Devices list_devices(const std::string& runtime, const std::stop_token& stop);

}  // namespace modlab::gui
