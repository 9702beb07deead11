#pragma once

#include "kernels/modulus/fold.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/tiling.h"

// One plan for each family of kernels. make_plan chooses among them, and checks that the tensors have what it takes.

namespace modlab::modulus {

/// Packed tensors; B is as large as the others or a single element.
KernelPlan plan_vectors(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits, bool scalar_b);

/// Tensors with strides, computed by the words of Out's storage.
KernelPlan plan_strided(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                        const FoldedModulus& folded);

/// Tensors with rows that are runs, computed by the vectors of Out's storage.
KernelPlan plan_rows(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                     const FoldedModulus& folded);

/// Tensors with an operand stored by columns, in registers.
KernelPlan plan_tiled(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                      const FoldedModulus& folded);

/// Tensors with an operand stored by columns, through group memory.
KernelPlan plan_staged(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                       const FoldedModulus& folded);

/// What a user's kernel file computes.
KernelPlan plan_own(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                    const FoldedModulus& folded);

/// Whether group memory holds what the plan above stages in it.
bool fits_group_memory(const ModulusDesc& desc, const Variant& variant, const FoldedModulus& folded,
                       const Staging& staging);

}  // namespace modlab::modulus
