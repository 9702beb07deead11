#include "kernels/reference.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace modlab {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kDenormal = std::numeric_limits<float>::denorm_min();

struct Case {
  float a;
  float b;
  float floor;
  float truncate;
};

/// As Python's % and C's fmod give them, worked out from the definitions.
constexpr Case kCases[] = {
    {5.0f, 3.0f, 2.0f, 2.0f},
    {-5.0f, 3.0f, 1.0f, -2.0f},
    {5.0f, -3.0f, -1.0f, 2.0f},
    {-5.0f, -3.0f, -2.0f, -2.0f},
    {6.0f, 3.0f, 0.0f, 0.0f},
    {-6.0f, 3.0f, 0.0f, -0.0f},
    {6.0f, -3.0f, -0.0f, 0.0f},
    {0.0f, -3.0f, -0.0f, 0.0f},
    {-0.0f, 3.0f, 0.0f, -0.0f},
    {-1e-20f, 1.0f, 1.0f, -1e-20f},
    {5.0f, kInfinity, 5.0f, 5.0f},
    {-5.0f, kInfinity, kInfinity, -5.0f},
    {5.0f, -kInfinity, -kInfinity, 5.0f},
    {0.0f, kInfinity, 0.0f, 0.0f},
    {0.0f, -kInfinity, -0.0f, 0.0f},
    {kInfinity, 3.0f, kNaN, kNaN},
    {5.0f, 0.0f, kNaN, kNaN},
    {5.0f, -0.0f, kNaN, kNaN},
    {kNaN, 3.0f, kNaN, kNaN},
    {5.0f, kNaN, kNaN, kNaN},
    {kInfinity, kInfinity, kNaN, kNaN},
    {7 * kDenormal, 3 * kDenormal, kDenormal, kDenormal},
    {-7 * kDenormal, 3 * kDenormal, 2 * kDenormal, -kDenormal},
    {1.0f, 3 * kDenormal, 2 * kDenormal, 2 * kDenormal},  // 2^149 is 2 modulo 3
    {-kDenormal, 1.0f, 1.0f, -kDenormal},
    {16777215.0f, 2.0f, 1.0f, 1.0f},
    {0x1.fffffep127f, 0x1.fffffep126f, 0.0f, 0.0f},
};

void expect_same(float got, float want, const Case& c) {
  if (std::isnan(want))
    EXPECT_TRUE(std::isnan(got)) << c.a << " mod " << c.b;
  else
    EXPECT_EQ(std::bit_cast<std::uint32_t>(got), std::bit_cast<std::uint32_t>(want)) << c.a << " mod " << c.b;
}

TEST(Reference, EdgesOfFloor) {
  for (const Case& c : kCases) expect_same(modulus_reference(Rounding::floor, c.a, c.b), c.floor, c);
}

TEST(Reference, EdgesOfTruncate) {
  for (const Case& c : kCases) expect_same(modulus_reference(Rounding::truncate, c.a, c.b), c.truncate, c);
}

TEST(Reference, SignsFollowDivisorAndDividend) {
  const Workload workload{.shape = {20000}};
  const HostOperands operands = make_operands(workload, 3);
  for (std::size_t i = 0; i < 20000; ++i) {
    float a = 0;
    float b = 0;
    std::memcpy(&a, operands.a.data() + 4 * i, 4);
    std::memcpy(&b, operands.b.data() + 4 * i, 4);
    EXPECT_EQ(std::signbit(modulus_reference(Rounding::floor, a, b)), std::signbit(b));
    EXPECT_EQ(std::signbit(modulus_reference(Rounding::truncate, a, b)), std::signbit(a));
  }
}

TEST(Reference, AllThreadsTogetherGiveWhatOneGives) {
  const Workload workload{.rounding = Rounding::truncate, .shape = {100'003}, .data_set = DataSet::wide};
  const HostOperands operands = make_operands(workload, 5);
  const auto out = compute_reference(workload, operands);
  for (std::size_t i = 0; i < 100'003; i += 97) {
    float a = 0;
    float b = 0;
    float r = 0;
    std::memcpy(&a, operands.a.data() + 4 * i, 4);
    std::memcpy(&b, operands.b.data() + 4 * i, 4);
    std::memcpy(&r, out.data() + 4 * i, 4);
    const float want = modulus_reference(Rounding::truncate, a, b);
    EXPECT_TRUE(std::isnan(want) ? std::isnan(r) : r == want);
  }
}

}  // namespace
}  // namespace modlab
