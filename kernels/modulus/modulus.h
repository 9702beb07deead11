#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/names.h"
#include "kernels/tensor.h"

namespace modlab::modulus {

/// How the quotient is rounded: towards minus infinity (Python's %) or towards zero (C's %).
enum class Rounding { floor, truncate };

inline constexpr std::array<Named<Rounding>, 2> kRoundingNames{
    {{Rounding::floor, "floor"}, {Rounding::truncate, "truncate"}}};

constexpr std::string_view name_of(Rounding rounding) { return name_in(kRoundingNames, rounding); }

/// DirectML feature levels at which the operator's rules differ.
enum class FeatureLevel { level_2_1, level_3_0 };

/// One modulus operator, as DML_ELEMENT_WISE_MODULUS_FLOOR / _TRUNCATE_OPERATOR_DESC describes it.
struct ModulusDesc {
  Rounding rounding = Rounding::floor;
  TensorDesc a;
  TensorDesc b;
  TensorDesc out;
  bool over_a = false;  ///< Out shares A's buffer. DirectML learns this when binding and lets Out share at most one.
  bool over_b = false;  ///< Out shares B's buffer.
  /// The bits of B's only element, where it serves all (has_scalar_b) and the caller knows it.
  std::optional<std::uint32_t> divisor{};
};

/// The numbers of the operator's buffers in plans and launches.
inline constexpr std::size_t kTensorA = 0;
inline constexpr std::size_t kTensorB = 1;
inline constexpr std::size_t kTensorOut = 2;

/// Throws Error naming the tensor, the field and the rule where DirectML would refuse the operator at this feature
/// level.
void validate(const ModulusDesc& desc, FeatureLevel level);

}  // namespace modlab::modulus

namespace modlab {  // what docs/embedding.md names

using modulus::ModulusDesc;

}  // namespace modlab
