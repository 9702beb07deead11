#pragma once

#include <bit>
#include <cstdint>

namespace modlab {

/// An IEEE binary16 number as stored. It is only converted, never computed with; equality compares bits.
struct Half {
  std::uint16_t bits = 0;

  bool operator==(const Half&) const = default;
};

inline constexpr Half kHalfInfinity{0x7c00};
inline constexpr Half kHalfNaN{0x7e00};

constexpr bool is_negative(Half value) { return (value.bits & 0x8000) != 0; }
constexpr bool is_infinite(Half value) { return (value.bits & 0x7fff) == kHalfInfinity.bits; }
constexpr bool is_nan(Half value) { return (value.bits & 0x7fff) > kHalfInfinity.bits; }

/// The magnitude of a finite half in units of 2^-24, the smallest denormal: an integer below 2^40, so arithmetic on it
/// is exact.
constexpr std::uint64_t units_of(Half value) {
  const unsigned exponent = (value.bits >> 10) & 0x1f;
  const std::uint64_t mantissa = value.bits & 0x3ff;
  return exponent == 0 ? mantissa : (mantissa | 0x400) << (exponent - 1);
}

/// The half nearest to this many units, ties to even; infinity beyond the range.
constexpr Half half_of_units(bool negative, std::uint64_t units) {
  const int excess = static_cast<int>(std::bit_width(units)) - 11;  // bits that do not fit the mantissa
  std::uint64_t magnitude = units;                                  // if there are none, a half's bits are its units
  if (excess > 0) {
    const std::uint64_t kept = units >> excess;
    const std::uint64_t dropped = units - (kept << excess);
    const std::uint64_t tie = std::uint64_t{1} << (excess - 1);
    const bool up = dropped > tie || (dropped == tie && (kept & 1) != 0);
    // kept's leading bit counts as one in the exponent field, and a carry out of the mantissa goes there by itself.
    magnitude = (static_cast<std::uint64_t>(excess) << 10) + kept + (up ? 1 : 0);
    if (magnitude > kHalfInfinity.bits) magnitude = kHalfInfinity.bits;
  }
  return {static_cast<std::uint16_t>(magnitude | (negative ? 0x8000u : 0u))};
}

/// Exact: every finite half is a float, and a normal one except zero.
constexpr float to_float(Half value) {
  const std::uint32_t sign = (value.bits & 0x8000u) << 16;
  const std::uint32_t mantissa = value.bits & 0x3ffu;
  if (is_nan(value) || is_infinite(value)) return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
  const float magnitude = static_cast<float>(units_of(value)) * 0x1p-24f;
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
}

/// Rounds to nearest, ties to even; keeps denormals; overflows to infinity.
constexpr Half to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  constexpr std::uint32_t kOverflow = std::bit_cast<std::uint32_t>(65520.0f);  // a tie, whose even side is infinity
  constexpr std::uint32_t kLeastNormal = std::bit_cast<std::uint32_t>(0x1p-14f);
  const auto with_sign = [&](std::uint32_t rest) { return Half{static_cast<std::uint16_t>(sign | rest)}; };

  if (magnitude > 0x7f800000u) return with_sign(kHalfNaN.bits);
  if (magnitude >= kOverflow) return with_sign(kHalfInfinity.bits);
  if (magnitude < kLeastNormal) {
    // The ULP of 0.5 is 2^-24, so this addition rounds to whole units, the bits of a denormal.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return with_sign(std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(0.5f));
  }
  // The bias changes from 127 to 15 and the mantissa loses 13 bits. Adding half the value of the last kept bit, less
  // one where that bit is even, makes truncation round to nearest even.
  const std::uint32_t rebiased = magnitude - ((127u - 15u) << 23);
  return with_sign((rebiased + 0xfffu + ((rebiased >> 13) & 1u)) >> 13);
}

}  // namespace modlab
