#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "kernels/device_traits.h"

namespace modlab {

nlohmann::json device_json(const DeviceTraits& device);

/// Throws nlohmann::json::exception or Error where a field is missing that every version has written, or is another.
DeviceTraits device_from(const nlohmann::json& from);

nlohmann::json compiler_json(const CompilerTraits& compiler);

/// Nothing where it is a compiler of a later version. Throws as device_from() does.
std::optional<CompilerTraits> compiler_from(const nlohmann::json& from);

}  // namespace modlab
