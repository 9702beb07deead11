#include "kernels/modulus/agreement.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "kernels/half.h"

namespace modlab::modulus {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

template <typename T>
std::vector<std::byte> bytes_of_all(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T>
struct Pair {
  T a, b, ours, theirs;
};

template <typename T>
Agreement agreement_on(DataType type, Rounding rounding, const std::vector<Pair<T>>& pairs) {
  std::vector<T> a, b, ours, theirs;
  for (const Pair<T>& pair : pairs) {
    a.push_back(pair.a);
    b.push_back(pair.b);
    ours.push_back(pair.ours);
    theirs.push_back(pair.theirs);
  }
  const TensorDesc tensor{.type = type, .sizes = {static_cast<std::uint32_t>(pairs.size())}, .strides = {}};
  return compare_with_peer({.rounding = rounding, .a = tensor, .b = tensor, .out = tensor},
                           {bytes_of_all(a), bytes_of_all(b)}, bytes_of_all(ours), bytes_of_all(theirs));
}

std::uint64_t count_of(const Agreement& agreement, Disagreement kind) {
  return agreement.differing[static_cast<std::size_t>(kind)].count;
}

TEST(Agreement, EqualBitsAndAnyTwoNaNsAgree) {
  const Agreement same =
      agreement_on<float>(DataType::f32, Rounding::floor, {{5, 3, 2, 2}, {1, 0, kNaN, -kNaN}, {3, -3, -0.0F, -0.0F}});
  EXPECT_EQ(same.compared, 3U);
  EXPECT_EQ(same.equal, 3U);
}

TEST(Agreement, EveryKindOfDisagreementIsCountedOnce) {
  const Agreement all = agreement_on<float>(DataType::f32, Rounding::floor,
                                            {{1, 0, kNaN, 0},
                                             {1, kInfinity, 1, kNaN},
                                             {-3, 3, 0.0F, -0.0F},
                                             {1e10F, 3, 1, -1024},
                                             {2.9999998F, 3, 2.9999998F, -2.4e-7F},
                                             {1, 3, 1, kNaN},
                                             {7.5F, 0.7F, 0.49999988F, 0.5F}});
  EXPECT_EQ(all.equal, 0U);
  EXPECT_EQ(count_of(all, Disagreement::division_by_zero), 1U);
  EXPECT_EQ(count_of(all, Disagreement::infinite_divisor), 1U);
  EXPECT_EQ(count_of(all, Disagreement::sign_of_zero), 1U);
  EXPECT_EQ(count_of(all, Disagreement::large_quotient), 1U);
  EXPECT_EQ(count_of(all, Disagreement::out_of_range), 2U);
  EXPECT_EQ(count_of(all, Disagreement::rounding), 1U);
}

TEST(Agreement, TheOperatorDecidesWhichSignIsWrong) {
  const std::vector<Pair<float>> pairs{{-5, 3, -2, -1}};
  EXPECT_EQ(count_of(agreement_on(DataType::f32, Rounding::truncate, pairs), Disagreement::rounding), 1U);
  EXPECT_EQ(count_of(agreement_on(DataType::f32, Rounding::floor, pairs), Disagreement::out_of_range), 1U);
}

TEST(Agreement, TheWorstInputIsTheMostUlpsAway) {
  Agreement total = agreement_on<std::int8_t>(DataType::i8, Rounding::truncate, {{7, 0, 0, 7}, {9, 0, 0, 9}});
  total.add(agreement_on<std::int8_t>(DataType::i8, Rounding::truncate, {{8, 0, 0, 8}}));
  const auto& worst = total.differing[static_cast<std::size_t>(Disagreement::division_by_zero)];
  EXPECT_EQ(total.compared, 3U);
  EXPECT_EQ(worst.count, 3U);
  EXPECT_EQ(worst.max_ulp, 9);
  EXPECT_EQ(worst.worst, "9 mod 0 = 9, ours 0");
}

TEST(Agreement, HalvesAreNumbersToo) {
  const Agreement one =
      agreement_on<Half>(DataType::f16, Rounding::floor, {{to_half(5), kHalfInfinity, to_half(5), kHalfNaN}});
  EXPECT_EQ(count_of(one, Disagreement::infinite_divisor), 1U);
  EXPECT_EQ(one.differing[1].worst, "5 mod inf = nan, ours 5");
}

}  // namespace
}  // namespace modlab::modulus
