#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/accuracy.h"
#include "kernels/data_type.h"
#include "kernels/modulus/modulus.h"

namespace modlab::modulus {

/// How one element is computed. docs/numerics.md gives the reason each exact one is exact.
enum class Algorithm {
  longdiv,
  split,
  half,
  ladder,
  chunk,
  formula,
  intrinsic,
  fixup,
  reciprocal,
  bias,
  refine,
  newton,
  fastmod,
  mask,
  fma,
  copy,  ///< a ^ b: the memory traffic of a modulus without its arithmetic; the roofline kernel
  own,   ///< what a user's kernel file says
};

struct AlgorithmInfo {
  Algorithm algorithm;
  std::string_view name;
  Accuracy accuracy;
  std::vector<DataType> types;
  std::string_view summary;
};

/// Every built-in modulus algorithm, so not the copy. For each type, the plainest of each accuracy class comes first.
std::span<const AlgorithmInfo> modulus_algorithms();

std::string_view name_of(Algorithm algorithm);
/// Not of `own`: that is up to the kernel file, and accuracy_of(Variant) knows.
Accuracy accuracy_of(Algorithm algorithm);

/// True where it is exact only if mad is rounded once.
bool needs_fused_mad(Algorithm algorithm);

/// True where the divisor is passed as DivisorConstants and B is never read.
bool takes_constants(Algorithm algorithm);

/// Why this algorithm does not compute this operator; nothing when it does.
std::optional<std::string_view> why_unfit(Algorithm algorithm, const ModulusDesc& desc);

}  // namespace modlab::modulus
