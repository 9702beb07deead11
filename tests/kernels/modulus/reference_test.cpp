#include "kernels/modulus/reference.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "kernels/modulus/elements.h"
#include "kernels/modulus/problem.h"
#include "tests/kernels/modulus/reference_vectors.h"
#include "tests/support/special_floats.h"

namespace modlab::modulus {
namespace {

constexpr float kDenormal = std::numeric_limits<float>::denorm_min();

/// As Python's % and C's fmod give them, worked out from the definitions.
constexpr Vector<float> kWorkedByHand[] = {
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
    {0.0f, -kInfinity, -0.0f, 0.0f},
    {kInfinity, 3.0f, kNaN, kNaN},
    {5.0f, -0.0f, kNaN, kNaN},
    {kNaN, 3.0f, kNaN, kNaN},
    {5.0f, kNaN, kNaN, kNaN},
    {-7 * kDenormal, 3 * kDenormal, 2 * kDenormal, -kDenormal},
    {1.0f, 3 * kDenormal, 2 * kDenormal, 2 * kDenormal},  // 2^149 is 2 modulo 3
    {16777215.0f, 2.0f, 1.0f, 1.0f},
};

void expect_same(float got, float want, float a, float b) {
  if (std::isnan(want))
    EXPECT_TRUE(std::isnan(got)) << a << " mod " << b;
  else
    EXPECT_EQ(std::bit_cast<std::uint32_t>(got), std::bit_cast<std::uint32_t>(want)) << a << " mod " << b;
}

TEST(Reference, FloatsWorkedByHand) {
  for (const auto& v : kWorkedByHand) {
    expect_same(modulus_reference(Rounding::floor, v.a, v.b), v.floor, v.a, v.b);
    expect_same(modulus_reference(Rounding::truncate, v.a, v.b), v.truncate, v.a, v.b);
  }
}

TEST(Reference, FloatsWorkedByPython) {
  for (const auto& v : kVectorsF32) {
    const auto a = std::bit_cast<float>(v.a);
    const auto b = std::bit_cast<float>(v.b);
    expect_same(modulus_reference(Rounding::floor, a, b), std::bit_cast<float>(v.floor), a, b);
    expect_same(modulus_reference(Rounding::truncate, a, b), std::bit_cast<float>(v.truncate), a, b);
  }
}

TEST(Reference, HalvesWorkedByPython) {
  for (const auto& v : kVectorsF16) {
    EXPECT_EQ(modulus_reference(Rounding::floor, Half{v.a}, Half{v.b}).bits, v.floor) << std::hex << v.a << " " << v.b;
    EXPECT_EQ(modulus_reference(Rounding::truncate, Half{v.a}, Half{v.b}).bits, v.truncate)
        << std::hex << v.a << " " << v.b;
  }
}

/// A double holds the exact remainder and sum of any two halves.
TEST(Reference, HalvesAreTheExactResultRoundedOnce) {
  for (std::uint32_t pair = 0; pair < 0xffff0000u; pair += 5003) {
    const Half a{static_cast<std::uint16_t>(pair >> 16)};
    const Half b{static_cast<std::uint16_t>(pair)};
    const double r = std::fmod(static_cast<double>(to_float(a)), static_cast<double>(to_float(b)));
    const double sum = r + static_cast<double>(to_float(b));
    const Half got = modulus_reference(Rounding::floor, a, b);
    if (std::isnan(r) || r == 0 || std::signbit(r) == is_negative(b) || is_infinite(b)) continue;
    // Rounded to a float first, which does not change a sum of two halves: fp32 has 2 * 11 + 2 bits.
    ASSERT_EQ(got, to_half(static_cast<float>(sum))) << to_float(a) << " mod " << to_float(b);
  }
}

template <typename T, std::size_t N>
void expect_vectors(const Vector<T> (&vectors)[N]) {
  for (const auto& v : vectors) {
    EXPECT_EQ(modulus_reference(Rounding::floor, v.a, v.b), v.floor) << v.a << " mod " << v.b;
    EXPECT_EQ(modulus_reference(Rounding::truncate, v.a, v.b), v.truncate) << v.a << " mod " << v.b;
  }
}

TEST(Reference, IntegersWorkedByPython) {
  expect_vectors(kVectorsI32);
  expect_vectors(kVectorsU32);
  expect_vectors(kVectorsI16);
  expect_vectors(kVectorsU16);
}

/// The definition, by counting: from a in steps of b to the first number between zero and b.
int floor_by_counting(int a, int b) {
  if (b == 0) return 0;
  int r = a;
  while (b > 0 ? r < 0 : r > 0) r += b;
  while (b > 0 ? r >= b : r <= b) r -= b;
  return r;
}

int truncate_by_counting(int a, int b) {
  if (b == 0) return 0;
  const int r = floor_by_counting(std::abs(a), std::abs(b));
  return a < 0 ? -r : r;
}

template <typename T>
void expect_every_pair() {
  using Limits = std::numeric_limits<T>;
  for (int i = Limits::min(); i <= Limits::max(); ++i)
    for (int j = Limits::min(); j <= Limits::max(); ++j) {
      const auto a = static_cast<T>(i);
      const auto b = static_cast<T>(j);
      ASSERT_EQ(modulus_reference(Rounding::floor, a, b), floor_by_counting(i, j)) << i << " mod " << j;
      ASSERT_EQ(modulus_reference(Rounding::truncate, a, b), truncate_by_counting(i, j)) << i << " mod " << j;
    }
}

TEST(Reference, EveryPairOfBytesIsWhatCountingGives) {
  expect_every_pair<std::int8_t>();
  expect_every_pair<std::uint8_t>();
}

TEST(Reference, AllThreadsTogetherGiveWhatOneGivesForEveryType) {
  for (const auto& [type, name] : kDataTypeNames) {
    const Workload workload{
        .rounding = Rounding::truncate, .type = type, .shape = {100'003}, .data_set = DataSet::wide};
    const HostOperands operands = make_operands(workload, 5);
    const auto out = compute_reference(describe(workload), operands);
    ASSERT_EQ(out.size(), storage_bytes(describe(workload).out));
    with_element_type(type, [&]<typename T>(std::type_identity<T>) {
      for (std::uint64_t i = 0; i < 100'003; i += 97) {
        const T want =
            modulus_reference(workload.rounding, load_element<T>(operands.a, i), load_element<T>(operands.b, i));
        const T got = load_element<T>(out, i);
        ASSERT_EQ(std::memcmp(&got, &want, sizeof(T)), 0) << name << " element " << i;
      }
    });
  }
}

/// 2x3 bytes: A transposed, B a single row, Out with rows five apart.
TEST(Reference, FollowsEachTensorsStridesAndLeavesGapsAlone) {
  const auto tensor = [](std::vector<std::uint32_t> strides) {
    return TensorDesc{.type = DataType::i8, .sizes = {2, 3}, .strides = std::move(strides)};
  };
  ModulusDesc desc;
  desc.a = tensor({1, 2});
  desc.b = tensor({0, 1});
  desc.out = tensor({5, 1});
  const auto bytes = [](std::initializer_list<int> values) {
    std::vector<std::byte> storage;
    for (const int value : values) storage.push_back(static_cast<std::byte>(value));
    return storage;
  };
  const HostOperands operands{bytes({10, 40, 20, 50, -30, -60, 0, 0}), bytes({3, -7, 8, 0})};
  // Rows of A: 10 20 -30 and 40 50 -60.
  const int gap = std::to_integer<int>(kGapByte);
  EXPECT_EQ(compute_reference(desc, operands), bytes({1, -1, 2, gap, gap, 1, -6, 4}));
}

TEST(Reference, CopyIsTheExclusiveOrOfTheOperands) {
  const Workload workload{.type = DataType::i16, .shape = {50'001}};
  const HostOperands operands = make_operands(workload, 2);
  const auto out = compute_copy_reference(describe(workload), operands);
  for (std::uint64_t i = 0; i < 50'001; i += 7)
    ASSERT_EQ(load_element<std::uint16_t>(out, i),
              load_element<std::uint16_t>(operands.a, i) ^ load_element<std::uint16_t>(operands.b, i));
}

}  // namespace
}  // namespace modlab::modulus
