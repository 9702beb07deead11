#pragma once

#include "kernels/plan.h"

namespace modlab {

/// A kernel that counts the 32-bit words which A and B, two buffers of so many whole words, have in common. Each thread
/// leaves its count in Out, a word of its own.
struct EqualityPlan {
  KernelPlan plan;
  std::uint32_t counts;  ///< words of Out
};

/// Compiled as the variant is.
EqualityPlan make_equality_plan(std::uint64_t words, const Variant& like, const PlanLimits& limits = {});

}  // namespace modlab
