#pragma once

#include <vector>

#include "kernels/variant.h"

namespace modlab {

/// A few of the variants in which every pair of axis values that occurs together in all of them still occurs together:
/// most faults of a kernel show with two particular choices, and far fewer variants hold every pair than every choice.
std::vector<Variant> pairwise_cover(const std::vector<Variant>& variants);

}  // namespace modlab
