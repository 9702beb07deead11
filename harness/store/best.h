#pragma once

#include <string_view>

#include "kernels/embedding.h"

namespace modlab::store {

/// The variant that the output of `modlab best --json` names for a workload. Throws Error where it names none, or one
/// of a user's kernel that the program has not added (kernels/embedding.h).
modulus::Variant best_variant(std::string_view json, std::string_view workload);

}  // namespace modlab::store

namespace modlab {  // what docs/embedding.md names

using store::best_variant;

}  // namespace modlab
