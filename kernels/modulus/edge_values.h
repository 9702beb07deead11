#pragma once

#include <span>

#include "kernels/data_type.h"

namespace modlab::modulus {

/// The special values of an element type (float, Half or an integer), whose pairs make up the `edges` data set. At most
/// 70, so that 5003 elements, verify's default shape, hold every pair.
template <typename T>
std::span<const T> edge_values();

}  // namespace modlab::modulus
