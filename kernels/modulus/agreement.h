#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "kernels/modulus/data_set.h"
#include "kernels/names.h"

namespace modlab::modulus {

/// Why a peer's result is not the exact one: the first of these that applies.
enum class Disagreement {
  division_by_zero,
  infinite_divisor,  ///< of a finite dividend
  sign_of_zero,
  large_quotient,  ///< from 2^24 on, where not every integer is an fp32 number
  out_of_range,    ///< no smaller than the divisor, or with the wrong sign, or not finite
  rounding,
};

inline constexpr std::array<Named<Disagreement>, 6> kDisagreementNames{{
    {Disagreement::division_by_zero, "division by zero"},
    {Disagreement::infinite_divisor, "infinite divisor"},
    {Disagreement::sign_of_zero, "sign of zero"},
    {Disagreement::large_quotient, "large quotient"},
    {Disagreement::out_of_range, "out of range"},
    {Disagreement::rounding, "rounding"},
}};

/// How a peer's results compare with ours.
struct Agreement {
  struct Differing {
    std::uint64_t count = 0;
    double max_ulp = 0;
    std::string worst;  ///< the one the most ULPs apart: "5 mod 3 = 1, ours 2"
  };

  std::uint64_t compared = 0;
  std::uint64_t equal = 0;                                       ///< bit by bit, all NaNs counting as equal
  std::array<Differing, kDisagreementNames.size()> differing{};  ///< indexed by Disagreement

  void add(const Agreement& more);
};

/// Element by element, whatever the layout; both results are Out's storage.
Agreement compare_with_peer(const ModulusDesc& desc, const HostOperands& operands, std::span<const std::byte> ours,
                            std::span<const std::byte> theirs);

}  // namespace modlab::modulus
