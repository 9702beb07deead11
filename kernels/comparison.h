#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "kernels/accuracy.h"
#include "kernels/half.h"
#include "kernels/modulus/data_set.h"
#include "kernels/workload.h"

namespace modlab {

/// A kernel's results compared with the reference.
struct Comparison {
  std::uint64_t compared = 0;
  std::uint64_t mismatches = 0;    ///< not bit-identical, all NaNs counting as equal
  std::uint64_t out_of_bound = 0;  ///< outside the accuracy class's bound: what makes a result wrong
  double max_ulp = 0;              ///< infinite where only one of the two is NaN
  std::string worst;               ///< the worst result: "element i: a mod b = got, want ..."
  std::string first_wrong = {};    ///< likewise the first that is out of bound
  /// Of the mismatches, those of which a distance says nothing: one side is NaN or infinite, only the sign of a zero
  /// differs, or the divisor is 0. The figures below leave them out.
  std::uint64_t special_mismatches = 0;
  double max_finite_ulp = 0;
  double ulp_p999 = 0;           ///< 99.9 % of all results are at most this far off; see UlpHistogram for its steps
  double error_per_divisor = 0;  ///< the largest error over |b|, modulo b as for the formula's bound
};

/// Compares element by element, whatever the layout; `want` and `got` are Out's storage. Integers have only exact
/// algorithms, so each of their mismatches is out of bound.
Comparison compare_results(const modulus::ModulusDesc& desc, Accuracy accuracy, const modulus::HostOperands& operands,
                           std::span<const std::byte> want, std::span<const std::byte> got);

/// The first byte of a tensor's storage that belongs to no element and does not hold `gap`; nothing where all gaps do.
std::optional<std::uint64_t> first_touched_gap(const TensorDesc& desc, std::span<const std::byte> storage,
                                               std::byte gap = modulus::kGapByte);

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

}  // namespace modlab
