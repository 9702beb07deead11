#pragma once

#include "kernels/plan.h"

namespace modlab {

/// The kernels that follow take buffers in vectors of so many bytes, the widest that a view has; less at a buffer's end
/// is left out.
inline constexpr std::uint64_t kBufferVectorBytes = 16;

/// A kernel that counts the vectors which A and B, two buffers of one size, have in common. Each group of threads
/// leaves its count in Out, a word of its own.
struct EqualityPlan {
  KernelPlan plan;
  std::uint32_t counts;  ///< words of Out
};

/// For buffers of so many bytes, compiled as the variant is.
EqualityPlan make_equality_plan(std::uint64_t bytes, const Variant& like, const PlanLimits& limits = {});

/// A kernel that copies A, a buffer of so many bytes, into Out, likewise.
KernelPlan make_transfer_plan(std::uint64_t bytes, const Variant& like, const PlanLimits& limits = {});

}  // namespace modlab
