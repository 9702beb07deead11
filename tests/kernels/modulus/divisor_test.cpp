// The constants, through the arithmetic that shaders/modulus_int.hlsli and modulus_mask.hlsli do with them.
#include "kernels/modulus/divisor.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "kernels/modulus/edge_values.h"
#include "kernels/modulus/reference.h"

namespace modlab::modulus {
namespace {

std::uint32_t multiply_high(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32);
}

/// remainder_of on magnitudes.
std::uint32_t remainder_8(const DivisorConstants& constants, std::uint32_t a, std::uint32_t b) {
  return (a * constants.multiplier & 0xffffu) * b >> 16;
}

std::uint32_t remainder_16(const DivisorConstants& constants, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t fraction = a * constants.multiplier;
  return ((fraction >> 16) * b + ((fraction & 0xffffu) * b >> 16)) >> 16;
}

std::uint32_t remainder_32(const DivisorConstants& constants, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t high = multiply_high(a, constants.multiplier);
  return a - ((high + ((a - high) >> constants.first_shift)) >> constants.second_shift) * b;
}

/// mask_word.
std::uint32_t mask_word(DataType type, Rounding rounding, const DivisorConstants& constants, std::uint32_t a) {
  const std::uint32_t bits = 8 * bytes_of(type);
  const std::uint32_t sign_bits = bits == 8 ? 0x80808080u : bits == 16 ? 0x80008000u : 0x80000000u;
  const std::uint32_t r = a & constants.mask;
  if (type == DataType::u8 || type == DataType::u16 || type == DataType::u32) return r;
  const std::uint32_t negative = rounding == Rounding::truncate                     ? a
                                 : std::bit_cast<std::int32_t>(constants.value) < 0 ? ~0u
                                                                                    : 0u;
  const std::uint32_t not_zero = ((r & ~sign_bits) + ~sign_bits) | r;
  const std::uint32_t below = negative & not_zero & sign_bits;
  return r | (((below << 1) - (below >> (bits - 1))) & ~constants.mask);
}

TEST(DivisorConstants, EveryPairOfEightBitsIsRight) {
  for (std::uint32_t b = 1; b < 256; ++b) {
    const DivisorConstants constants = divisor_constants(DataType::u8, b);
    for (std::uint32_t a = 0; a < 256; ++a) ASSERT_EQ(remainder_8(constants, a, b), a % b) << a << " mod " << b;
  }
}

TEST(DivisorConstants, SixteenBitsAreRightAroundEveryMultipleOfEveryDivisor) {
  for (std::uint32_t b = 1; b < 65536; ++b) {
    const DivisorConstants constants = divisor_constants(DataType::u16, b);
    // The error grows with a, and with it the remainder's fraction from one multiple to the next: here it shows.
    for (std::uint32_t multiple = 0; multiple < 65536; multiple += b) {
      ASSERT_EQ(remainder_16(constants, multiple, b), 0u) << multiple << " mod " << b;
      const std::uint32_t last = std::min(multiple + b - 1, 65535u);
      ASSERT_EQ(remainder_16(constants, last, b), last - multiple) << last << " mod " << b;
    }
  }
}

TEST(DivisorConstants, ThirtyTwoBitsAreRightForEdgesAndRandomNumbers) {
  const auto expect_right = [](std::uint32_t a, std::uint32_t b) {
    ASSERT_EQ(remainder_32(divisor_constants(DataType::u32, b), a, b), a % b) << a << " mod " << b;
  };
  for (const std::uint32_t a : edge_values<std::uint32_t>())
    for (const std::uint32_t b : edge_values<std::uint32_t>())
      if (b != 0) expect_right(a, b);
  std::mt19937 engine(1);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int i = 0; i < 1'000'000; ++i) {
    const std::uint32_t b = std::max(random() >> (random() % 32), 1u);
    const std::uint32_t multiple = random() / b * b;
    for (const std::uint32_t a : {random(), multiple - 1, multiple, multiple + 1}) expect_right(a, b);
  }
}

TEST(DivisorConstants, ADivisorOfZeroLeavesZero) {
  for (const std::uint32_t a : {0u, 1u, 255u}) {
    EXPECT_EQ(remainder_8(divisor_constants(DataType::u8, 0), a, 1), 0u);
    EXPECT_EQ(remainder_16(divisor_constants(DataType::u16, 0), a, 1), 0u);
    EXPECT_EQ(remainder_32(divisor_constants(DataType::u32, 0), a, 1), 0u);
  }
}

TEST(DivisorConstants, TheValueKeepsItsSign) {
  EXPECT_EQ(divisor_constants(DataType::i8, 0xfb).value, 0xfffffffbu);
  EXPECT_EQ(divisor_constants(DataType::u8, 0xfb).value, 0xfbu);
  EXPECT_EQ(divisor_constants(DataType::i16, 0x8000).value, 0xffff8000u);
  EXPECT_EQ(divisor_constants(DataType::i8, 0xfb).multiplier, divisor_constants(DataType::i8, 5).multiplier);
}

/// The mask also works for words of several elements: each has another dividend next to it.
template <typename T>
void expect_mask_is_right(DataType type, std::uint32_t bits, std::uint32_t a, std::uint32_t next_a) {
  constexpr std::uint32_t kAll = sizeof(T) == 4 ? ~0u : (1u << (8 * sizeof(T))) - 1;
  const DivisorConstants constants = divisor_constants(type, bits);
  for (const auto& rounding : kRoundingNames) {
    const std::uint32_t word = sizeof(T) == 4 ? a : a | next_a << (8 * sizeof(T));
    const std::uint32_t r = mask_word(type, rounding.value, constants, word);
    const T expected = modulus_reference(rounding.value, static_cast<T>(a), static_cast<T>(bits));
    ASSERT_EQ(static_cast<T>(r & kAll), expected) << rounding.name << ' ' << a << " mod " << bits;
    if (sizeof(T) == 4) continue;
    const T expected_next = modulus_reference(rounding.value, static_cast<T>(next_a), static_cast<T>(bits));
    ASSERT_EQ(static_cast<T>(r >> (8 * sizeof(T) % 32)), expected_next)
        << rounding.name << ' ' << next_a << " mod " << bits;
  }
}

template <typename T>
void expect_masks_are_right(DataType type) {
  std::mt19937 random(1);
  for (int exponent = 0; exponent < static_cast<int>(8 * sizeof(T)); ++exponent)
    for (const bool negative : {false, true}) {
      if (negative && std::is_unsigned_v<T>) continue;
      const std::uint32_t power = 1u << exponent;
      const std::uint32_t b = static_cast<std::make_unsigned_t<T>>(negative ? 0u - power : power);
      ASSERT_TRUE(is_power_of_two(type, b)) << b;
      const std::uint32_t count = sizeof(T) == 4 ? 10'000 : 1u << (8 * sizeof(T));
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t a = sizeof(T) == 4 ? static_cast<std::uint32_t>(random()) : i;
        expect_mask_is_right<T>(type, b, a, static_cast<std::make_unsigned_t<T>>(random()));
      }
      for (const T a : edge_values<T>()) expect_mask_is_right<T>(type, b, static_cast<std::make_unsigned_t<T>>(a), 0);
    }
}

TEST(DivisorConstants, MasksAreRightForEveryPowerOfTwo) {
  expect_masks_are_right<std::int8_t>(DataType::i8);
  expect_masks_are_right<std::uint8_t>(DataType::u8);
  expect_masks_are_right<std::int16_t>(DataType::i16);
  expect_masks_are_right<std::uint16_t>(DataType::u16);
  expect_masks_are_right<std::int32_t>(DataType::i32);
  expect_masks_are_right<std::uint32_t>(DataType::u32);
}

TEST(DivisorConstants, PowersOfTwoAreRecognised) {
  EXPECT_TRUE(is_power_of_two(DataType::i8, 0x80)) << "-128";
  EXPECT_TRUE(is_power_of_two(DataType::i32, 0xffffffff)) << "-1";
  EXPECT_FALSE(is_power_of_two(DataType::u32, 0xffffffff));
  EXPECT_FALSE(is_power_of_two(DataType::u16, 0));
  EXPECT_FALSE(is_power_of_two(DataType::i16, 0xfffd)) << "-3";
}

}  // namespace
}  // namespace modlab::modulus
