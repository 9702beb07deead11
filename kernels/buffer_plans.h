#pragma once

#include "kernels/plan.h"

namespace modlab {

/// The kernels below process buffers in vectors of this many bytes, the widest element of a view; a shorter remainder
/// at the end is ignored.
inline constexpr std::uint64_t kBufferVectorBytes = 16;

/// The words of Out that the kernel below adds to.
inline constexpr std::uint32_t kEqualityCounts = 512;

/// A kernel that counts the equal vectors of A and B, `bytes` of each, compiled like the variant. Each thread group
/// adds its count to its own word of Out. Plans for other sizes differ only in their slices.
KernelPlan make_equality_plan(std::uint64_t bytes, const Variant& like, const PlanLimits& limits = {});

/// A kernel that copies A to Out, buffers of `bytes`, compiled like the variant.
KernelPlan make_transfer_plan(std::uint64_t bytes, const Variant& like, const PlanLimits& limits = {});

/// How much the arithmetic kernel computes.
struct ArithmeticWork {
  std::uint32_t groups;
  std::uint32_t steps;  ///< of each thread
};

/// A kernel that computes and leaves memory alone, compiled like the variant. It binds the first word of Out.
KernelPlan make_arithmetic_plan(const ArithmeticWork& work, const Variant& like);

}  // namespace modlab
