#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include "kernels/accuracy.h"
#include "kernels/comparison.h"
#include "kernels/half.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/modulus.h"

namespace modlab::modulus {

/// Compares element by element, whatever the layout; `want` and `got` are Out's storage. Integers have only exact
/// algorithms, so each of their mismatches is out of bound.
Comparison compare_results(const ModulusDesc& desc, Accuracy accuracy, const OperandViews& operands,
                           std::span<const std::byte> want, std::span<const std::byte> got);

/// The bound of the formula class for fp32. A wrong whole quotient is part of the formula, so the error is taken modulo
/// b: at most 2^-21 * (|a| + |b|), which covers a division of 2.5 ULP, and 2^-126 for flushed denormals. It holds, and
/// is checked, where the formula makes sense: |a| and |b| finite and at most 2^126, b normal, |a / b| below 2^126.
bool within_formula_bound(float a, float b, float got, float want);

/// The bound for fp16, whose formula is evaluated in fp32 and then rounded: fp32's 2^-21 * (|a| + |b|), one ULP of the
/// result for a conversion that may round either way, and half a ULP for the reference, which is rounded too. Every
/// finite a and b other than 0 is checked, because all halves are normal floats within fp32's domain and the
/// conversions keep denormals. For the largest operands fp32's term is 1/16, so no correct result rounds to infinity.
bool within_formula_bound(Half a, Half b, Half got, Half want);

/// Distance in ULPs: how many floats of the type lie between the two.
double ulp_distance(float got, float want);
double ulp_distance(Half got, Half want);

/// The ULP of an integer is one.
template <std::integral T>
double ulp_distance(T got, T want) {
  const double distance = static_cast<double>(got) - static_cast<double>(want);
  return distance < 0 ? -distance : distance;
}

}  // namespace modlab::modulus
