#pragma once

#include <string>
#include <string_view>

namespace modlab::store {

/// The name of the variant that the output of `modlab best --json` has for a workload. Throws Error where it has none.
std::string best_name(std::string_view json, std::string_view workload);

}  // namespace modlab::store
