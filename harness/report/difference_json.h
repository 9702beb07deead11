#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/report/difference.h"

namespace modlab::report {

/// The fields of every difference, in a comparison and in a history (docs/csv.md).
nlohmann::json difference_json(const Difference& difference);

}  // namespace modlab::report
