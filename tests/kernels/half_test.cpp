#include "kernels/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace modlab {
namespace {

constexpr std::uint32_t kCount = 65536;

/// What the bits of a finite half mean, straight from IEEE 754's definition.
double meaning_of(Half half) {
  const int exponent = (half.bits >> 10) & 0x1f;
  const int mantissa = half.bits & 0x3ff;
  const double magnitude = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  return is_negative(half) ? -magnitude : magnitude;
}

Half half_at(std::uint32_t bits) { return {static_cast<std::uint16_t>(bits)}; }

TEST(Half, EveryValueIsTheFloatItMeansAndComesBack) {
  for (std::uint32_t bits = 0; bits < kCount; ++bits) {
    const Half half = half_at(bits);
    const float value = to_float(half);
    EXPECT_EQ(std::signbit(value), is_negative(half)) << bits;
    if (is_nan(half)) {
      EXPECT_TRUE(std::isnan(value) && is_nan(to_half(value))) << bits;
      continue;
    }
    if (is_infinite(half))
      EXPECT_TRUE(std::isinf(value)) << bits;
    else
      EXPECT_EQ(static_cast<double>(value), meaning_of(half)) << bits;
    EXPECT_EQ(to_half(value), half) << bits;
  }
}

/// Between every two neighbours: the float in the middle rounds to the even one, those next to it to the nearer one.
TEST(Half, RoundsToNearestAndTiesToEven) {
  for (std::uint32_t bits = 0; bits < 0x7bff; ++bits) {
    const Half low = half_at(bits);
    const Half high = half_at(bits + 1);
    const auto middle = static_cast<float>((meaning_of(low) + meaning_of(high)) / 2);
    EXPECT_EQ(to_half(middle), bits % 2 == 0 ? low : high) << bits;
    EXPECT_EQ(to_half(std::nextafter(middle, 0.0f)), low) << bits;
    EXPECT_EQ(to_half(std::nextafter(middle, 1e9f)), high) << bits;
    EXPECT_EQ(to_half(-middle).bits, to_half(middle).bits | 0x8000) << bits;
  }
}

TEST(Half, EndsOfTheRangeRoundToZeroAndInfinity) {
  EXPECT_EQ(to_half(std::nextafter(65520.0f, 0.0f)).bits, 0x7bff);
  EXPECT_EQ(to_half(65520.0f), kHalfInfinity);
  EXPECT_EQ(to_half(std::numeric_limits<float>::max()), kHalfInfinity);
  EXPECT_EQ(to_half(-std::numeric_limits<float>::infinity()).bits, 0xfc00);
  EXPECT_EQ(to_half(0x1p-25f).bits, 0);
  EXPECT_EQ(to_half(std::nextafter(0x1p-25f, 1.0f)).bits, 1);
  EXPECT_EQ(to_half(-std::numeric_limits<float>::denorm_min()).bits, 0x8000);
}

TEST(Half, UnitsOfEveryFiniteValueAreExact) {
  for (std::uint32_t bits = 0; bits < kCount; ++bits) {
    const Half half = half_at(bits);
    if (is_nan(half) || is_infinite(half)) continue;
    EXPECT_EQ(static_cast<double>(units_of(half)), std::ldexp(std::abs(meaning_of(half)), 24)) << bits;
    EXPECT_EQ(half_of_units(is_negative(half), units_of(half)), half) << bits;
  }
}

TEST(Half, UnitsBetweenHalvesRoundAsFloatsDo) {
  for (std::uint32_t bits = 0x800; bits < 0x7bff; ++bits) {  // from here on neighbours are more than one unit apart
    const std::uint64_t middle = (units_of(half_at(bits)) + units_of(half_at(bits + 1))) / 2;
    EXPECT_EQ(half_of_units(false, middle).bits, bits + bits % 2) << bits;
    EXPECT_EQ(half_of_units(false, middle - 1).bits, bits) << bits;
    EXPECT_EQ(half_of_units(true, middle + 1).bits, 0x8000 | (bits + 1)) << bits;
  }
  EXPECT_EQ(half_of_units(false, (std::uint64_t{65520} << 24) - 1).bits, 0x7bff);
  EXPECT_EQ(half_of_units(false, std::uint64_t{65520} << 24), kHalfInfinity);
  EXPECT_EQ(half_of_units(true, ~std::uint64_t{0}).bits, 0xfc00);
}

}  // namespace
}  // namespace modlab
