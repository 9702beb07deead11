#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/modulus/fold.h"
#include "kernels/modulus/plan.h"

namespace modlab::modulus {

/// How many slices walk over Out in units of this many elements: words, or vectors.
std::uint64_t strided_slice_count(const ModulusDesc& desc, const FoldedModulus& folded, std::uint64_t unit,
                                  const PlanLimits& limits);

/// Adds them to a plan.
void add_strided_slices(KernelPlan& plan, const FoldedModulus& folded, std::uint64_t unit, const PlanLimits& limits);

/// Whether the walk of a strided slice is shorter than Out's storage: the last constants say what it skips.
bool skips_units(const Slice& slice, std::size_t rank);

}  // namespace modlab::modulus
