#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/modulus/modulus.h"

namespace modlab::modulus {

/// A kernel's constants for a single divisor, in the order of shaders/indexing.hlsli. docs/numerics.md explains them.
struct DivisorConstants {
  std::uint32_t value;         ///< sign- or zero-extended to 32 bits
  std::uint32_t multiplier;    ///< 2^16 / |value| rounded up for 8 bits, 2^32 / |value| for 16 bits, modulo 2^32
  std::uint32_t first_shift;   ///< of a 32-bit quotient, which has its own multiplier
  std::uint32_t second_shift;  ///< the same
  std::uint32_t mask;          ///< |value| - 1 in every element of a word: the remainder's bits for a power of two
};

/// Takes the bits of an integer divisor. Zero gets the multiplier and the shifts of 1, whose remainder is the required
/// 0.
DivisorConstants divisor_constants(DataType type, std::uint32_t bits);

/// True where the magnitude of an integer divisor is a power of two.
bool is_power_of_two(DataType type, std::uint32_t bits);

/// The operator with its divisor filled in where one serves all elements. `b` is B's storage.
ModulusDesc with_divisor(ModulusDesc desc, std::span<const std::byte> b);

}  // namespace modlab::modulus
