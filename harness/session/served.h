#pragma once

#include <string>
#include <vector>

#include "kernels/modulus/modulus.h"
#include "kernels/modulus/variant.h"

namespace modlab::session {

/// Whether one of the kernel files computes one of the operators on one of the types.
bool serve(const Kernels& kernels, const std::vector<modulus::Rounding>& roundings, const std::vector<DataType>& types);

/// The smallest types that they serve: all pairs of larger ones take minutes, or too long.
std::vector<std::string> smallest_types(const Kernels& kernels);

/// "mine.hlsl computes floor, truncate of f32, f16; …".
std::string served_text(const Kernels& kernels);

}  // namespace modlab::session
