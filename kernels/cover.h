#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kernels/variant.h"

namespace modlab {

/// A case by the value it has on each axis; cases that are compared have the same axes in the same order.
using Choices = std::vector<std::string>;

/// The places of a few cases in which every pair of values that occurs together in any case still occurs together: most
/// faults show with two particular choices, and far fewer cases hold every pair than every combination.
std::vector<std::size_t> pairwise_cover(std::span<const Choices> cases);

/// A variant's value in each of variant_columns().
Choices choices_of(const Variant& variant);

}  // namespace modlab
