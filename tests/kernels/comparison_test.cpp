#include "kernels/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace modlab {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

Comparison compare(Accuracy accuracy, const std::vector<float>& a, const std::vector<float>& b,
                   const std::vector<float>& want, const std::vector<float>& got) {
  return compare_results(Workload{.shape = {static_cast<std::uint32_t>(a.size())}}, accuracy,
                         {bytes_of(a), bytes_of(b)}, bytes_of(want), bytes_of(got));
}

TEST(Comparison, BitIdenticalResultsMatchAndAnyNaNIsANaN) {
  const Comparison c = compare(Accuracy::exact, {5, 1, 6}, {3, 0, 3}, {2, kNaN, 0}, {2, -kNaN, 0});
  EXPECT_EQ(c.mismatches, 0u);
  EXPECT_EQ(c.max_ulp, 0);
}

TEST(Comparison, AZeroOfTheWrongSignIsAMismatch) {
  const Comparison c = compare(Accuracy::exact, {6}, {-3}, {-0.0f}, {0.0f});
  EXPECT_EQ(c.mismatches, 1u);
  EXPECT_EQ(c.out_of_bound, 1u);
}

TEST(Comparison, NamesTheWorstResult) {
  const Comparison c = compare(Accuracy::exact, {5, 7, 8}, {3, 3, 3}, {2, 1, 2}, {std::nextafter(2.0f, 3.0f), 1, 4});
  EXPECT_EQ(c.mismatches, 2u);
  EXPECT_EQ(c.worst, "element 2: 8 mod 3 = 4, want 2");
}

TEST(Comparison, FormulaMayBeOffByAWholeDivisorAndNoMore) {
  EXPECT_TRUE(within_formula_bound(6.0f, 3.0f, 3.0f, 0.0f));
  EXPECT_TRUE(within_formula_bound(1000.0f, 3.0f, 1.00005f, 1.0f));
  EXPECT_FALSE(within_formula_bound(6.0f, 3.0f, 1.5f, 0.0f));
  EXPECT_FALSE(within_formula_bound(6.0f, 3.0f, kNaN, 0.0f));
  EXPECT_FALSE(within_formula_bound(5.0f, 3.0f, 2.01f, 2.0f));
}

TEST(Comparison, FormulaIsNotJudgedWhereItMakesNoSense) {
  EXPECT_TRUE(within_formula_bound(5.0f, std::numeric_limits<float>::infinity(), kNaN, 5.0f));
  EXPECT_TRUE(within_formula_bound(5.0f, std::numeric_limits<float>::denorm_min(), kNaN, 0.0f));
}

TEST(Comparison, UlpsAreCountedAcrossZero) {
  constexpr float kDenormal = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(ulp_distance(kDenormal, -kDenormal), 2);
  EXPECT_EQ(ulp_distance(0.0f, -0.0f), 0);
  EXPECT_EQ(ulp_distance(1.0f, std::nextafter(1.0f, 2.0f)), 1);
  EXPECT_TRUE(std::isinf(ulp_distance(kNaN, 1.0f)));
}

}  // namespace
}  // namespace modlab
