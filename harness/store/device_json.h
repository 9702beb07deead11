#pragma once

#include <nlohmann/json_fwd.hpp>

#include "kernels/device_traits.h"

namespace modlab {

nlohmann::json device_json(const DeviceTraits& device);

/// Throws nlohmann::json::exception or Error where a field is missing that every version has written, or is another.
DeviceTraits device_from(const nlohmann::json& from);

}  // namespace modlab
