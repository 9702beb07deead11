#include "kernels/modulus/divisor.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/modulus/fold.h"

namespace modlab::modulus {
namespace {

std::uint32_t bits_of(DataType type) { return 8 * bytes_of(type); }

std::uint32_t extend(DataType type, std::uint32_t bits) {
  switch (type) {
    case DataType::i8: return static_cast<std::uint32_t>(static_cast<std::int8_t>(bits));
    case DataType::i16: return static_cast<std::uint32_t>(static_cast<std::int16_t>(bits));
    default: return bits;
  }
}

std::uint32_t magnitude_of(DataType type, std::uint32_t bits) {
  const std::uint32_t value = extend(type, bits);
  const bool is_signed = type == DataType::i8 || type == DataType::i16 || type == DataType::i32;
  return is_signed && std::bit_cast<std::int32_t>(value) < 0 ? 0u - value : value;
}

/// One in every element of a word.
std::uint32_t ones(DataType type) { return bits_of(type) == 8 ? 0x01010101u : bits_of(type) == 16 ? 0x00010001u : 1u; }

}  // namespace

DivisorConstants divisor_constants(DataType type, std::uint32_t bits) {
  const std::uint32_t magnitude = magnitude_of(type, bits);
  const std::uint64_t divisor = std::max(magnitude, 1u);
  DivisorConstants constants{.value = extend(type, bits),
                             .multiplier = 0,
                             .first_shift = 0,
                             .second_shift = 0,
                             .mask = (magnitude - 1) * ones(type)};
  if (bits_of(type) < 32) {
    const std::uint64_t one = std::uint64_t{1} << (2 * bits_of(type));
    constants.multiplier = static_cast<std::uint32_t>((one + divisor - 1) / divisor);
    return constants;
  }
  // The multiplier has 33 bits; the top one is always set and left to the shader's halved addition.
  const auto length = static_cast<std::uint32_t>(std::bit_width(divisor - 1));
  const std::uint64_t excess = (std::uint64_t{1} << length) - divisor;
  constants.multiplier = static_cast<std::uint32_t>((excess << 32) / divisor + 1);
  constants.first_shift = std::min(length, 1u);
  constants.second_shift = length - constants.first_shift;
  return constants;
}

bool is_power_of_two(DataType type, std::uint32_t bits) { return std::has_single_bit(magnitude_of(type, bits)); }

ModulusDesc with_divisor(ModulusDesc desc, std::span<const std::byte> b) {
  if (!has_scalar_b(fold(desc))) return desc;
  std::uint32_t bits = 0;
  std::memcpy(&bits, b.data(), bytes_of(desc.b.type));
  desc.divisor = bits;
  return desc;
}

}  // namespace modlab::modulus
