#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "kernels/half.h"
#include "kernels/modulus/data_set.h"
#include "kernels/modulus/workload.h"

namespace modlab::modulus {

/// The exact result for one pair, as docs/numerics.md defines it.
float modulus_reference(Rounding rounding, float a, float b);
Half modulus_reference(Rounding rounding, Half a, Half b);

/// DirectML leaves b == 0 undefined; here the result is 0.
template <std::integral T>
constexpr T modulus_reference(Rounding rounding, T a, T b) {
  // Wider than T, so that the minimum divided by -1 does not overflow.
  using Wide = std::conditional_t<sizeof(T) < sizeof(int), int, std::int64_t>;
  if (b == 0) return 0;
  const Wide r = Wide{a} % Wide{b};
  if (rounding == Rounding::truncate) return static_cast<T>(r);
  // A mask instead of a branch: signs are random, so half of the predictions would be wrong.
  const Wide signs_differ = (r ^ b) >> (8 * sizeof(Wide) - 1);
  return static_cast<T>(r == 0 ? 0 : r + (b & signs_differ));
}

/// The exact result of the whole operator, computed on every core: Out's storage, its gaps filled with kGapByte.
std::vector<std::byte> compute_reference(const ModulusDesc& desc, const HostOperands& operands);

/// What the roofline's copy kernel leaves in Out: a ^ b, bit by bit.
std::vector<std::byte> compute_copy_reference(const ModulusDesc& desc, const HostOperands& operands);

}  // namespace modlab::modulus
