#pragma once

#include <cstdint>
#include <vector>

#include "harness/tune/strategy.h"
#include "kernels/variant.h"

namespace modlab::tune {

/// Variants as points of a space whose axes are kernels/axis.h's: point i is variant i. Where there are users' kernels,
/// one more axis says which, and their own axes follow.
SearchSpace search_space_of(const std::vector<Variant>& variants, const Kernels& kernels = {});

/// A variant's values, by their indices.
Point point_of(const Variant& variant, const Kernels& kernels = {});

/// The class of a variant in a search: its accuracy.
std::uint32_t class_of(const Variant& variant);

/// A few variants of each kernel, spread over those in the space: where a search for the user's own should start.
std::vector<Variant> spread_of(const std::vector<Variant>& space, const Kernels& kernels);

/// A search among variants, each accuracy class separately. The first of each class is its plainest; starts that are
/// not among the variants are ignored.
SearchRequest search_among(const std::vector<Variant>& variants, std::uint64_t seed,
                           const std::vector<Variant>& starts = {}, const Kernels& kernels = {});

}  // namespace modlab::tune
