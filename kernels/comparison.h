#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "kernels/algorithm.h"
#include "kernels/data_set.h"
#include "kernels/workload.h"

namespace modlab {

/// A kernel's results held against the reference.
struct Comparison {
  std::uint64_t compared = 0;
  std::uint64_t mismatches = 0;    ///< not bit-identical, any NaN counting as any other
  std::uint64_t out_of_bound = 0;  ///< outside the accuracy class's bound: what makes a result wrong
  double max_ulp = 0;              ///< infinite where a number stands for a NaN or the other way round
  std::string worst;               ///< the result furthest out, or furthest off: "a % b = got, want ..."
};

Comparison compare_results(const Workload& workload, Accuracy accuracy, const HostOperands& operands,
                           std::span<const std::byte> want, std::span<const std::byte> got);

/// The bound of the formula class for fp32. A wrong whole quotient is part of the formula, so the error is taken modulo
/// b: at most 2^-21 * (|a| + |b|), which covers a division of 2.5 ULP, and 2^-126 for flushed denormals. It holds, and
/// is checked, where the formula makes sense: |a| and |b| finite and at most 2^126, b normal, |a / b| below 2^126.
bool within_formula_bound(float a, float b, float got, float want);

/// Distance in units of the last place: how many floats lie between the two.
double ulp_distance(float got, float want);

}  // namespace modlab
