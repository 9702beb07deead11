#pragma once

#include "kernels/plan.h"

namespace modlab {

/// The kernels below process buffers in vectors of this many bytes, the widest element of a view; a shorter remainder
/// at the end is ignored.
inline constexpr std::uint64_t kBufferVectorBytes = 16;

/// The words that the kernel below adds to.
inline constexpr std::uint32_t kEqualityCounts = 512;

/// A kernel that counts the equal vectors of buffers 0 and 1, `bytes` of each. Each thread
/// group adds its count to its own word of buffer 2. Plans for other sizes differ only in their slices.
Plan make_equality_plan(std::uint64_t bytes, const Build& build, const PlanLimits& limits = {});

/// A kernel that copies buffer 0 to buffer 1, `bytes` of them.
Plan make_transfer_plan(std::uint64_t bytes, const Build& build, const PlanLimits& limits = {});

/// How much the arithmetic kernel computes.
struct ArithmeticWork {
  std::uint32_t groups;
  std::uint32_t steps;  ///< of each thread
};

/// A kernel that computes and leaves memory alone. It binds the first word of `buffer`.
Plan make_arithmetic_plan(const ArithmeticWork& work, std::size_t buffer, const Build& build);

}  // namespace modlab
