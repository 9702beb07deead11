#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace modlab {

/// A case as its value on each axis; all cases have the same axes in the same order.
using Choices = std::vector<std::string>;

/// The indices of a few cases that cover every pair of values occurring together in any case: most faults need only two
/// particular values, and far fewer cases cover all pairs than all combinations.
std::vector<std::size_t> pairwise_cover(std::span<const Choices> cases);

}  // namespace modlab
