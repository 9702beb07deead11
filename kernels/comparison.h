#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "kernels/tensor.h"

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

  /// Counts in another output's.
  void add(const Comparison& more);
};

/// The first byte of a tensor's storage that belongs to no element and does not hold `gap`; nothing where all gaps do.
std::optional<std::uint64_t> first_touched_gap(const TensorDesc& desc, std::span<const std::byte> storage,
                                               std::byte gap = kGapByte);

}  // namespace modlab
