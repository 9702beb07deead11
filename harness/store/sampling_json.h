#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/statistics/sampling_rule.h"

namespace modlab {

nlohmann::json sampling_json(const SamplingRule& sampling);

/// What an earlier version did not write has its default. Throws nlohmann::json::exception or Error where a field is no
/// such number.
SamplingRule sampling_from(const nlohmann::json& from);

}  // namespace modlab
