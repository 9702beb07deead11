#include "kernels/modulus/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/modulus/elements.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/reference.h"
#include "tests/support/special_floats.h"

namespace modlab::modulus {
namespace {

template <typename T>
std::vector<std::byte> storage_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes((values.size() * sizeof(T) + 3) / 4 * 4, kGapByte);
  std::memcpy(bytes.data(), values.data(), values.size() * sizeof(T));
  return bytes;
}

template <typename T>
Comparison compare(DataType type, Accuracy accuracy, const std::vector<T>& a, const std::vector<T>& b,
                   const std::vector<T>& want, const std::vector<T>& got) {
  return compare_results(describe({.type = type, .shape = {static_cast<std::uint32_t>(a.size())}}), accuracy,
                         {storage_of(a), storage_of(b)}, storage_of(want), storage_of(got));
}

Comparison compare_floats(Accuracy accuracy, const std::vector<float>& a, const std::vector<float>& b,
                          const std::vector<float>& want, const std::vector<float>& got) {
  return compare(DataType::f32, accuracy, a, b, want, got);
}

TEST(Comparison, BitIdenticalResultsMatchAndAnyNaNIsANaN) {
  const Comparison c = compare_floats(Accuracy::exact, {5, 1, 6}, {3, 0, 3}, {2, kNaN, 0}, {2, -kNaN, 0});
  EXPECT_EQ(c.compared, 3u);
  EXPECT_EQ(c.mismatches, 0u);
  EXPECT_EQ(c.max_ulp, 0);
  EXPECT_EQ(compare<Half>(DataType::f16, Accuracy::exact, {{}}, {{}}, {{0x7e00}}, {{0xfc01}}).mismatches, 0u);
}

TEST(Comparison, AZeroOfTheWrongSignIsAMismatch) {
  const Comparison c = compare_floats(Accuracy::exact, {6}, {-3}, {-0.0f}, {0.0f});
  EXPECT_EQ(c.mismatches, 1u);
  EXPECT_EQ(c.out_of_bound, 1u);
  EXPECT_EQ(compare<Half>(DataType::f16, Accuracy::exact, {{}}, {{}}, {{0x8000}}, {{}}).out_of_bound, 1u);
}

TEST(Comparison, NamesTheWorstResultInTheTypesOwnNotation) {
  const Comparison c =
      compare_floats(Accuracy::exact, {5, 7, 8}, {3, 3, 3}, {2, 1, 2}, {std::nextafter(2.0f, 3.0f), 1, 4});
  EXPECT_EQ(c.mismatches, 2u);
  EXPECT_EQ(c.worst, "element 2: 8 mod 3 = 4, want 2");
  EXPECT_EQ(c.first_wrong, "element 0: 5 mod 3 = 2.0000002, want 2");
  EXPECT_EQ(compare<std::int8_t>(DataType::i8, Accuracy::exact, {65, -128}, {3, 7}, {2, 5}, {2, 65}).worst,
            "element 1: -128 mod 7 = 65, want 5");
  EXPECT_EQ(compare<std::uint32_t>(DataType::u32, Accuracy::exact, {4294967295u}, {2}, {1}, {0}).worst,
            "element 0: 4294967295 mod 2 = 0, want 1");
  EXPECT_EQ(
      compare<Half>(DataType::f16, Accuracy::exact, {to_half(65504)}, {to_half(-0.1f)}, {{0x0001}}, {{0x7c00}}).worst,
      "element 0: 65504 mod -0.099976 = inf, want 5.9605e-08");
}

TEST(Comparison, OutOfBoundIsWorseThanAnyDistance) {
  // The first is off by a whole divisor, as the formula may be; the second is nearer, and wrong.
  const Comparison c = compare_floats(Accuracy::formula, {6, 5}, {3, 3}, {0, 2}, {3, 2.01f});
  EXPECT_EQ(c.mismatches, 2u);
  EXPECT_EQ(c.out_of_bound, 1u);
  EXPECT_EQ(c.max_ulp, ulp_distance(3.0f, 0.0f));
  EXPECT_EQ(c.worst, "element 1: 5 mod 3 = 2.01, want 2");
  EXPECT_EQ(c.first_wrong, c.worst);
}

TEST(Comparison, IntegersHaveNoFormulaBound) {
  const Comparison c = compare<std::int16_t>(DataType::i16, Accuracy::formula, {6}, {3}, {0}, {3});
  EXPECT_EQ(c.out_of_bound, 1u);
  EXPECT_EQ(c.max_ulp, 3);
}

TEST(Comparison, ResultsWithoutADistanceAreCountedApart) {
  // A NaN on either side, an infinity on either side, and the sign of a zero; then one that is 2 ULP off.
  const float near = std::nextafter(std::nextafter(2.0f, 3.0f), 3.0f);
  const Comparison c = compare_floats(Accuracy::peer, {5, 5, 5, 5, 6, 5, 7}, {kInfinity, 0, 3, -kInfinity, -3, 3, 3},
                                      {5, kNaN, 2, -kInfinity, -0.0f, 2, 1}, {kNaN, 5, kInfinity, 5, 0.0f, near, 1});
  EXPECT_EQ(c.mismatches, 6u);
  EXPECT_EQ(c.special_mismatches, 5u);
  EXPECT_TRUE(std::isinf(c.max_ulp));
  EXPECT_EQ(c.max_finite_ulp, 2);
  EXPECT_EQ(c.ulp_p999, 2) << "the step is 2 to 3, but none is beyond 2";
  EXPECT_DOUBLE_EQ(c.error_per_divisor, (static_cast<double>(near) - 2) / 3);
  const Comparison halves = compare<Half>(DataType::f16, Accuracy::peer, {{}, {}, {}}, {{0x3c00}, {0x3c00}, {0x3c00}},
                                          {{0x8000}, {0x7c00}, {0x0001}}, {{}, {0x7bff}, {0x0004}});
  EXPECT_EQ(halves.special_mismatches, 2u);
  EXPECT_EQ(halves.max_finite_ulp, 3);
}

TEST(Comparison, AnIntegerDividedByZeroHasNoDistance) {
  const Comparison c = compare<std::int32_t>(DataType::i32, Accuracy::peer, {7, 7}, {0, 5}, {0, 2}, {-1, 4});
  EXPECT_EQ(c.mismatches, 2u);
  EXPECT_EQ(c.special_mismatches, 1u);
  EXPECT_EQ(c.max_finite_ulp, 2);
  EXPECT_DOUBLE_EQ(c.error_per_divisor, 0.4);
}

TEST(Comparison, AWholeDivisorIsNoErrorPerDivisor) {
  const Comparison wrapped = compare_floats(Accuracy::formula, {6, 5}, {3, 3}, {0, 2}, {3, 2});
  EXPECT_EQ(wrapped.mismatches, 1u);
  EXPECT_EQ(wrapped.special_mismatches, 0u);
  EXPECT_EQ(wrapped.max_finite_ulp, ulp_distance(3.0f, 0.0f));
  EXPECT_EQ(wrapped.error_per_divisor, 0);
  EXPECT_DOUBLE_EQ(compare_floats(Accuracy::peer, {6}, {3}, {0}, {1.5f}).error_per_divisor, 0.5);
}

TEST(Comparison, ThePercentileIsOfAllResultsAndOnAllThreads) {
  constexpr std::uint64_t kCount = 100'000;
  const Workload workload{.type = DataType::i32, .shape = {kCount}};
  const modulus::HostOperands operands = modulus::make_operands(workload, 4);
  const auto want = modulus::compute_reference(describe(workload), operands);
  const auto percentile = [&](std::uint64_t wrong) {
    auto got = want;
    // Spread over all parts; every error is 5 ULP except the first, which is far off.
    for (std::uint64_t i = 0; i < wrong; ++i) {
      const std::uint64_t at = i * (kCount / wrong);
      store_element(std::span(got), at, load_element<std::int32_t>(want, at) ^ (i == 0 ? 1 << 20 : 0));
      if (i > 0) store_element(std::span(got), at, load_element<std::int32_t>(want, at) + 5);
    }
    return compare_results(describe(workload), Accuracy::peer, operands, want, got).ulp_p999;
  };
  EXPECT_EQ(percentile(1), 0);
  EXPECT_EQ(percentile(100), 0) << "a tenth of a percent may be anything";
  EXPECT_EQ(percentile(101), 7) << "in steps of powers of two";
  EXPECT_EQ(percentile(50'000), 7);
}

TEST(Comparison, APeerHasMismatchesButIsNeverOutOfBound) {
  const Comparison whole = compare<std::int16_t>(DataType::i16, Accuracy::peer, {6}, {3}, {0}, {3});
  EXPECT_EQ(whole.mismatches, 1u);
  EXPECT_EQ(whole.out_of_bound, 0u);
  const Comparison real = compare<float>(DataType::f32, Accuracy::peer, {6}, {3}, {0}, {-1e30F});
  EXPECT_EQ(real.mismatches, 1u);
  EXPECT_EQ(real.out_of_bound, 0u);
}

TEST(Comparison, CountsAllMismatchesOnAllThreadsAndNamesTheFirstOfEquals) {
  const Workload workload{.type = DataType::u16, .shape = {100'003}};
  const modulus::HostOperands operands = modulus::make_operands(workload, 4);
  const auto want = modulus::compute_reference(describe(workload), operands);
  auto got = want;
  for (std::uint64_t i = 5; i < 100'003; i += 1000)
    store_element(std::span(got), i, static_cast<std::uint16_t>(load_element<std::uint16_t>(want, i) + 1));
  const Comparison c = compare_results(describe(workload), Accuracy::exact, operands, want, got);
  EXPECT_EQ(c.compared, 100'003u);
  EXPECT_EQ(c.mismatches, 100u);
  EXPECT_TRUE(c.worst.starts_with("element 5: ")) << c.worst;
}

/// Two rows of three bytes, five apart, in each tensor but B, which is a single element.
modulus::ModulusDesc padded_rows() {
  modulus::ModulusDesc desc;
  desc.a = {.type = DataType::u8, .sizes = {2, 3}, .strides = {5, 1}};
  desc.b = {.type = DataType::u8, .sizes = {2, 3}, .strides = {0, 0}};
  desc.out = desc.a;
  return desc;
}

TEST(Comparison, ComparesElementsAndIgnoresGaps) {
  const modulus::HostOperands operands{storage_of<std::uint8_t>({10, 11, 12, 0, 0, 13, 14, 15}),
                                       storage_of<std::uint8_t>({4})};
  const auto want = modulus::compute_reference(padded_rows(), operands);
  auto got = want;
  got[3] = std::byte{1};
  EXPECT_EQ(compare_results(padded_rows(), Accuracy::exact, operands, want, got).mismatches, 0u);
  got[7] = std::byte{1};
  const Comparison c = compare_results(padded_rows(), Accuracy::exact, operands, want, got);
  EXPECT_EQ(c.compared, 6u);
  EXPECT_EQ(c.worst, "element 5: 15 mod 4 = 1, want 3");
}

TEST(Comparison, FindsTheGapThatWasWrittenTo) {
  const modulus::HostOperands operands{storage_of<std::uint8_t>({10, 11, 12, 0, 0, 13, 14, 15}),
                                       storage_of<std::uint8_t>({4})};
  auto out = modulus::compute_reference(padded_rows(), operands);
  const TensorDesc desc = padded_rows().out;
  EXPECT_EQ(first_touched_gap(desc, out), std::nullopt);
  EXPECT_EQ(first_touched_gap(desc, out, ~kGapByte), 3u);
  out[4] = std::byte{0};
  EXPECT_EQ(first_touched_gap(desc, out), 4u);

  const TensorDesc packed{.type = DataType::i16, .sizes = {3}, .strides = {}};
  EXPECT_EQ(first_touched_gap(packed, storage_of<std::int16_t>({1, 2, 3})), std::nullopt);
  EXPECT_EQ(first_touched_gap(packed, storage_of<std::int16_t>({1, 2, 3, 4})), 6u);
}

TEST(Comparison, FormulaMayBeOffByAWholeDivisorAndNoMore) {
  EXPECT_TRUE(within_formula_bound(6.0f, 3.0f, 3.0f, 0.0f));
  EXPECT_TRUE(within_formula_bound(1000.0f, 3.0f, 1.00005f, 1.0f));
  EXPECT_FALSE(within_formula_bound(6.0f, 3.0f, 1.5f, 0.0f));
  EXPECT_FALSE(within_formula_bound(6.0f, 3.0f, kNaN, 0.0f));
  EXPECT_FALSE(within_formula_bound(5.0f, 3.0f, 2.01f, 2.0f));
}

bool half_within_bound(float a, float b, float got, float want) {
  return within_formula_bound(to_half(a), to_half(b), to_half(got), to_half(want));
}

TEST(Comparison, FormulaOfHalvesMayBeOffByItsRoundingsToo) {
  EXPECT_TRUE(half_within_bound(6, 3, 3, 0));
  EXPECT_TRUE(half_within_bound(5, 3, 0x1.004p1f, 2));
  EXPECT_FALSE(half_within_bound(5, 3, 0x1.00cp1f, 2));
  EXPECT_FALSE(half_within_bound(6, 3, 1.5f, 0));
  EXPECT_FALSE(half_within_bound(6, 3, kNaN, 0));
  EXPECT_FALSE(half_within_bound(65504, -65504, kInfinity, 0));
  EXPECT_TRUE(half_within_bound(6, -3, 0.0f, -0.0f));
}

TEST(Comparison, FormulaIsNotJudgedWhereItMakesNoSense) {
  EXPECT_TRUE(within_formula_bound(5.0f, kInfinity, kNaN, 5.0f));
  EXPECT_TRUE(within_formula_bound(5.0f, std::numeric_limits<float>::denorm_min(), kNaN, 0.0f));
  EXPECT_TRUE(half_within_bound(5, kInfinity, kNaN, 5));
  EXPECT_TRUE(half_within_bound(5, 0, 5, kNaN));
  EXPECT_FALSE(half_within_bound(5, 0x1p-24f, kNaN, 0)) << "denormal halves are normal floats";
}

float step(float value, int ulps) {
  for (; ulps > 0; --ulps) value = std::nextafter(value, kInfinity);
  for (; ulps < 0; ++ulps) value = std::nextafter(value, -kInfinity);
  return value;
}

/// What a GPU may make of the formula: a quotient some ULP off, and a half that is rounded to nearest or towards zero.
float formula(modulus::Rounding rounding, float a, float b, int ulps) {
  const float quotient = step(a / b, ulps);
  return a - b * (rounding == modulus::Rounding::floor ? std::floor(quotient) : std::trunc(quotient));
}

Half towards_zero(float value) {
  const Half nearest = to_half(value);
  const bool too_far = std::abs(to_float(nearest)) > std::abs(value);
  return {static_cast<std::uint16_t>(nearest.bits - (too_far ? 1 : 0))};
}

TEST(Comparison, WhatTheFormulaGivesIsWithinTheBound) {
  for (const modulus::Rounding rounding : {modulus::Rounding::floor, modulus::Rounding::truncate})
    for (const DataSet data_set : {DataSet::mixed, DataSet::wide, DataSet::small, DataSet::pow2, DataSet::edges})
      for (const DataType type : {DataType::f32, DataType::f16}) {
        const Workload workload{.rounding = rounding, .type = type, .shape = {20'000}, .data_set = data_set};
        const modulus::HostOperands operands = modulus::make_operands(workload, 6);
        for (std::uint64_t i = 0; i < 20'000; ++i)
          for (const int ulps : {-2, 0, 2}) {
            if (type == DataType::f32) {
              const auto a = load_element<float>(operands.a, i);
              const auto b = load_element<float>(operands.b, i);
              const float got = formula(rounding, a, b, ulps);
              ASSERT_TRUE(within_formula_bound(a, b, got, modulus::modulus_reference(rounding, a, b)))
                  << a << " mod " << b;
            } else {
              const Half a = load_element<Half>(operands.a, i);
              const Half b = load_element<Half>(operands.b, i);
              const float got = formula(rounding, to_float(a), to_float(b), ulps);
              const Half want = modulus::modulus_reference(rounding, a, b);
              ASSERT_TRUE(within_formula_bound(a, b, to_half(got), want)) << to_float(a) << " mod " << to_float(b);
              ASSERT_TRUE(within_formula_bound(a, b, towards_zero(got), want)) << to_float(a) << " mod " << to_float(b);
            }
          }
      }
}

TEST(Comparison, UlpsAreCountedAcrossZero) {
  constexpr float kDenormal = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(ulp_distance(kDenormal, -kDenormal), 2);
  EXPECT_EQ(ulp_distance(0.0f, -0.0f), 0);
  EXPECT_EQ(ulp_distance(1.0f, std::nextafter(1.0f, 2.0f)), 1);
  EXPECT_TRUE(std::isinf(ulp_distance(kNaN, 1.0f)));
  EXPECT_EQ(ulp_distance(Half{0x0001}, Half{0x8001}), 2);
  EXPECT_EQ(ulp_distance(Half{0x0000}, Half{0x8000}), 0);
  EXPECT_EQ(ulp_distance(Half{0x7c00}, Half{0x7bff}), 1);
  EXPECT_TRUE(std::isinf(ulp_distance(kHalfNaN, kHalfInfinity)));
}

TEST(Comparison, IntegersAreAsFarApartAsTheirDifference) {
  EXPECT_EQ(ulp_distance(std::int32_t{INT32_MIN}, std::int32_t{INT32_MAX}), 4294967295.0);
  EXPECT_EQ(ulp_distance(std::uint32_t{0}, std::uint32_t{UINT32_MAX}), 4294967295.0);
  EXPECT_EQ(ulp_distance(std::int8_t{-128}, std::int8_t{127}), 255);
}

}  // namespace
}  // namespace modlab::modulus
