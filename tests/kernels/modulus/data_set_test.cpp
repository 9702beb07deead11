#include "kernels/modulus/data_set.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "kernels/modulus/compare.h"
#include "kernels/modulus/edge_values.h"
#include "kernels/modulus/elements.h"
#include "kernels/modulus/problem.h"

namespace modlab::modulus {
namespace {

template <typename T>
using Pairs = std::vector<std::pair<T, T>>;

/// A workload's pairs of operands, in row-major order.
template <typename T>
Pairs<T> pairs_of(const Workload& workload, std::uint64_t seed = 1) {
  const HostOperands operands = make_operands(workload, seed);
  Pairs<T> pairs;
  for_each_element(describe(workload), 0, element_count(workload), [&](std::uint64_t, const Offsets& at) {
    pairs.emplace_back(load_element<T>(operands.a, at.a), load_element<T>(operands.b, at.b));
  });
  return pairs;
}

double number(Half value) { return static_cast<double>(to_float(value)); }
template <typename T>
double number(T value) {
  return static_cast<double>(value);
}

template <typename T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <typename T>
constexpr DataType type_of() {
  for (const auto& row : kDataTypeNames)
    if (with_element_type(row.value, []<typename U>(std::type_identity<U>) { return std::is_same_v<T, U>; }))
      return row.value;
  return DataType::f32;
}

template <typename T>
class DataSetOf : public testing::Test {
 protected:
  static constexpr bool kSigned = kIsFloat<T> || std::is_signed_v<T>;

  static Pairs<T> pairs(DataSet data_set, std::uint32_t count = 100'000, std::uint64_t seed = 1) {
    return pairs_of<T>(Workload{.type = type_of<T>(), .shape = {count}, .data_set = data_set}, seed);
  }
};

using ElementTypes =
    testing::Types<float, Half, std::int32_t, std::int16_t, std::int8_t, std::uint32_t, std::uint16_t, std::uint8_t>;
TYPED_TEST_SUITE(DataSetOf, ElementTypes);

TYPED_TEST(DataSetOf, SameSeedSameDataWhateverTheCount) {
  const auto few = this->pairs(DataSet::mixed, 1000, 9);
  const auto many = this->pairs(DataSet::mixed, 200'000, 9);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
  EXPECT_NE(few, this->pairs(DataSet::mixed, 1000, 10));
}

TYPED_TEST(DataSetOf, MixedHasAllSignsAndQuotientsUpTo2To11) {
  int signs[2][2] = {};
  double largest = 0;
  for (const auto& [a, b] : this->pairs(DataSet::mixed)) {
    ASSERT_NE(number(b), 0);
    ++signs[std::signbit(number(a))][std::signbit(number(b))];
    largest = std::max(largest, std::abs(number(a) / number(b)));
  }
  const double most = sizeof(TypeParam) == 1 ? number(std::numeric_limits<TypeParam>::max()) : 2048;
  EXPECT_LE(largest, most);
  EXPECT_GT(largest, most / 2);
  for (const auto& row : signs)
    for (const int count : row) EXPECT_GT(count, this->kSigned ? 20'000 : -1);
}

TYPED_TEST(DataSetOf, SmallHasDividendsBelowDivisors) {
  for (const auto& [a, b] : this->pairs(DataSet::small)) ASSERT_LT(std::abs(number(a)), std::abs(number(b)));
}

TYPED_TEST(DataSetOf, Pow2HasPowersOfTwoOfBothSignsAsDivisors) {
  std::set<double> divisors;
  for (const auto& [a, b] : this->pairs(DataSet::pow2)) {
    int exponent = 0;
    ASSERT_EQ(std::frexp(std::abs(number(b)), &exponent), 0.5) << number(b);
    divisors.insert(number(b));
  }
  EXPECT_TRUE(divisors.contains(1));
  EXPECT_EQ(divisors.contains(-2), this->kSigned);
}

TYPED_TEST(DataSetOf, WideReachesBothEndsOfTheRange) {
  double least = 1e300;
  double most = 0;
  double largest = 0;
  for (const auto& [a, b] : this->pairs(DataSet::wide)) {
    ASSERT_TRUE(std::isfinite(number(a)) && std::isfinite(number(b)));
    if (number(b) == 0) continue;
    least = std::min(least, std::abs(number(b)));
    most = std::max(most, std::abs(number(b)));
    largest = std::max(largest, std::abs(number(a) / number(b)));
  }
  if constexpr (std::is_same_v<TypeParam, float>) {
    EXPECT_LT(least, 0x1p-126);
    EXPECT_GT(most, 0x1p127);
    EXPECT_GT(largest, 0x1p240);
  } else if constexpr (std::is_same_v<TypeParam, Half>) {
    EXPECT_LT(least, 0x1p-20);
    EXPECT_GT(most, 0x1p15);
    EXPECT_GT(largest, 0x1p32);
  } else {
    EXPECT_EQ(least, 1);
    EXPECT_GT(most, std::numeric_limits<TypeParam>::max() * 0.99);
    EXPECT_GT(largest, std::numeric_limits<TypeParam>::max() * 0.9);
  }
}

TYPED_TEST(DataSetOf, EdgesHoldEveryPairOfSpecialValuesWithAnySeed) {
  const auto values = edge_values<TypeParam>();
  const auto count = static_cast<std::uint32_t>(values.size() * values.size());
  EXPECT_LE(count, 5003u) << "verify's default shape must hold them all";
  for (const std::uint64_t seed : {0u, 1u, 77u}) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
    for (const auto& [a, b] : this->pairs(DataSet::edges, count, seed)) pairs.emplace(bits_of(a), bits_of(b));
    EXPECT_EQ(pairs.size(), count);
  }
}

TYPED_TEST(DataSetOf, EdgesIncludeTheEndsOfTheRangeAndZero) {
  std::set<double> values;
  for (const TypeParam value : edge_values<TypeParam>()) values.insert(number(value));
  for (const double value : {0.0, 1.0, 2.0, 3.0, 7.0, 10.0}) EXPECT_TRUE(values.contains(value)) << value;
  if constexpr (std::is_same_v<TypeParam, Half>) {
    for (const double value : {0x1p-24, 0x1p-14, 65504.0, 2048.0}) EXPECT_TRUE(values.contains(-value)) << value;
  } else if constexpr (std::is_same_v<TypeParam, float>) {
    for (const double value : {0x1p-149, 0x1p-126, 0x1.fffffep127}) EXPECT_TRUE(values.contains(-value)) << value;
  } else {
    using Limits = std::numeric_limits<TypeParam>;
    for (const int value : {0, 1}) EXPECT_TRUE(values.contains(number(Limits::min()) + value)) << value;
    for (const int value : {0, 1}) EXPECT_TRUE(values.contains(number(Limits::max()) - value)) << value;
    EXPECT_EQ(values.contains(-1), this->kSigned);
  }
}

TYPED_TEST(DataSetOf, LayoutMovesElementsAndChangesNone) {
  Workload workload{.type = type_of<TypeParam>(), .shape = {3, 7, 301}};
  const auto packed = pairs_of<TypeParam>(workload);
  for (const Layout layout : {Layout::transposed, Layout::padded}) {
    workload.layout = layout;
    EXPECT_EQ(pairs_of<TypeParam>(workload), packed) << name_of(layout);
  }
}

TYPED_TEST(DataSetOf, BroadcastDivisorsKeepTheQuotientsAndGapsTheirPattern) {
  Workload workload{.type = type_of<TypeParam>(), .shape = {3, 7, 301}};
  for (const auto& row : kLayoutNames) {
    workload.layout = row.value;
    for (const auto& [a, b] : pairs_of<TypeParam>(workload))
      ASSERT_LT(std::abs(number(a)), 2048 * std::abs(number(b))) << row.name;
    const HostOperands operands = make_operands(workload, 1);
    const ModulusDesc desc = describe(workload);
    EXPECT_EQ(operands.b.size(), storage_bytes(desc.b)) << row.name;
    EXPECT_EQ(first_touched_gap(desc.a, operands.a), std::nullopt) << row.name;
    EXPECT_EQ(first_touched_gap(desc.b, operands.b), std::nullopt) << row.name;
  }
}

TYPED_TEST(DataSetOf, TheDescriptionKnowsTheDivisorThatServesAll) {
  Workload workload{.type = type_of<TypeParam>(), .shape = {3, 7, 301}, .layout = Layout::broadcast_b};
  for (const std::uint64_t seed : {1u, 2u, 99u})
    EXPECT_EQ(describe(workload, seed).divisor, bits_of(pairs_of<TypeParam>(workload, seed).back().second)) << seed;
  workload.layout = Layout::row_b;
  EXPECT_EQ(describe(workload, 1).divisor, std::nullopt);
}

TEST(DataSet, PiecesShowEveryPairInEveryLayout) {
  for (const auto& layout : kLayoutNames) {
    const Workload workload{.type = DataType::u8,
                            .shape = exhaustive_shape(DataType::u8),
                            .layout = layout.value,
                            .data_set = DataSet::exhaustive};
    std::set<std::pair<std::uint8_t, std::uint8_t>> seen;
    for (std::uint64_t piece = 0; piece < *exhaustive_pieces(workload); ++piece)
      for (const auto& pair : pairs_of<std::uint8_t>(workload, piece)) seen.insert(pair);
    EXPECT_EQ(seen.size(), 65536u) << layout.name;
  }
}

TEST(DataSet, ExhaustiveHoldsEveryPairOfAnEightBitType) {
  const auto pairs =
      pairs_of<std::int8_t>({.type = DataType::i8, .shape = {65536}, .data_set = DataSet::exhaustive}, /*seed=*/1);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_EQ(bits_of(pairs[i].first), i / 256);
    ASSERT_EQ(bits_of(pairs[i].second), i % 256);
  }
}

TEST(DataSet, ExhaustiveCountsThroughSixteenBitPairsPieceByPiece) {
  const Workload workload{
      .type = DataType::f16, .shape = exhaustive_shape(DataType::f16), .data_set = DataSet::exhaustive};
  for (const std::uint64_t piece : {0u, 1u, 255u}) {
    const auto pairs = pairs_of<Half>(workload, piece);
    for (std::uint64_t i = 0; i < pairs.size(); ++i)
      ASSERT_EQ(pairs[i].first.bits * 65536u + pairs[i].second.bits, (piece << 24) + i);
  }
}

}  // namespace
}  // namespace modlab::modulus
