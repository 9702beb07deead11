#include "kernels/data_set.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

namespace modlab {
namespace {

std::vector<std::pair<float, float>> pairs_of(DataSet data_set, std::uint32_t count, std::uint64_t seed = 1) {
  const HostOperands operands = make_operands(Workload{.shape = {count}, .data_set = data_set}, seed);
  std::vector<std::pair<float, float>> pairs(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&pairs[i].first, operands.a.data() + 4 * i, 4);
    std::memcpy(&pairs[i].second, operands.b.data() + 4 * i, 4);
  }
  return pairs;
}

TEST(DataSet, SameSeedSameDataWhateverTheCount) {
  const auto few = pairs_of(DataSet::mixed, 1000, 9);
  const auto many = pairs_of(DataSet::mixed, 200'000, 9);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
  EXPECT_NE(few, pairs_of(DataSet::mixed, 1000, 10));
}

TEST(DataSet, MixedHasAllSignsAndQuotientsUpTo2To11) {
  int signs[2][2] = {};
  float largest = 0;
  for (const auto& [a, b] : pairs_of(DataSet::mixed, 100'000)) {
    ++signs[std::signbit(a)][std::signbit(b)];
    largest = std::max(largest, std::abs(a / b));
  }
  EXPECT_LT(largest, 2048);
  EXPECT_GT(largest, 1024);
  for (const auto& row : signs)
    for (const int count : row) EXPECT_NEAR(count, 25'000, 1000);
}

TEST(DataSet, SmallHasDividendsBelowDivisors) {
  for (const auto& [a, b] : pairs_of(DataSet::small, 10'000)) EXPECT_LT(std::abs(a), std::abs(b));
}

TEST(DataSet, Pow2HasPowersOfTwoAsDivisors) {
  for (const auto& [a, b] : pairs_of(DataSet::pow2, 10'000))
    EXPECT_EQ(std::bit_cast<std::uint32_t>(b) & 0x7fffffu, 0u) << b;
}

TEST(DataSet, WideReachesDenormalsAndHugeQuotients) {
  bool denormal = false;
  bool huge = false;
  for (const auto& [a, b] : pairs_of(DataSet::wide, 10'000)) {
    EXPECT_TRUE(std::isfinite(a) && std::isfinite(b));
    denormal = denormal || std::fpclassify(b) == FP_SUBNORMAL;
    huge = huge || std::abs(static_cast<double>(a) / static_cast<double>(b)) > 0x1p60;
  }
  EXPECT_TRUE(denormal);
  EXPECT_TRUE(huge);
}

TEST(DataSet, EdgesHoldEveryPairOfSpecialValues) {
  const auto values = edge_values_f32();
  const auto count = static_cast<std::uint32_t>(values.size() * values.size());
  EXPECT_LE(count, 5003u) << "verify's default shape must hold them all";
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const auto& [a, b] : pairs_of(DataSet::edges, count))
    pairs.emplace(std::bit_cast<std::uint32_t>(a), std::bit_cast<std::uint32_t>(b));
  EXPECT_EQ(pairs.size(), count);
}

}  // namespace
}  // namespace modlab
