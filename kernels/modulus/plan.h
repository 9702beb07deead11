#pragma once

#include <cstdint>

#include "kernels/modulus/modulus.h"
#include "kernels/modulus/variant.h"
#include "kernels/plan.h"

namespace modlab::modulus {

/// The plan of an operator and a variant. Only what makes these knows both the C++ and the HLSL side.
struct KernelPlan : Plan {
  ModulusDesc desc;
  Variant variant;
};

/// True where the tensors are contiguous runs of elements, so that variants choose how to load them. Others are
/// computed by rows or tiles where they have them, staged, or gathered word by word.
bool can_vectorize(const ModulusDesc& desc);

/// True where every tensor can be seen through one view.
bool fits_one_view(const ModulusDesc& desc, const PlanLimits& limits = {});

/// True where tensors that cannot be vectorized can be tiled, in one dispatch: an operand is stored by columns, every
/// tensor consists of whole vectors of `load_bytes` and fits one view, and a square of elements is small.
bool can_tile(const ModulusDesc& desc, std::uint32_t load_bytes, const PlanLimits& limits = {});

/// True where such tensors, of any sizes, can be staged in group memory, in one dispatch: an operand is stored by
/// columns, Out is contiguous along its rows, every tensor fits one view, and the variant's tile fits group memory.
bool can_stage(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits = {});

/// True where tensors that cannot be vectorized have rows: along one dimension Out is contiguous, each operand is
/// contiguous or constant, and there is at least one vector of elements.
bool has_rows(const ModulusDesc& desc, std::uint32_t load_bytes);

/// The number of slices of the operator's plans, except by tiles and staged, which take one, and by rows, which may
/// take a few more.
std::uint64_t slice_count(const ModulusDesc& desc, const PlanLimits& limits = {});

/// An arbitrary limit: what a transposed tensor of 128 GiB takes. Of tensors that fit a device, only those with
/// interleaved strides in Out need more.
inline constexpr std::uint64_t kMaxSlices = 65'536;

/// The pair should be legal (see VariantSpace), except that the algorithm may also be the roofline's copy. Throws Error
/// where it takes more than kMaxSlices, or a divisor, tiles, stages or rows that the tensors do not have.
KernelPlan make_plan(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits = {});

}  // namespace modlab::modulus
