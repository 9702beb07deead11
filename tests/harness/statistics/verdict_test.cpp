#include "harness/statistics/verdict.h"

#include <gtest/gtest.h>

namespace modlab::statistics {
namespace {

TEST(Verdict, ADifferenceNeedsTheWholeIntervalBeyondTheIndifference) {
  EXPECT_EQ(judge({0.97, 0.985}, 0.01, 0.02), Verdict::faster);
  EXPECT_EQ(judge({1.015, 1.03}, 0.01, 0.02), Verdict::slower);
  EXPECT_EQ(judge({0.97, 0.995}, 0.01, 0.02), Verdict::unclear);
  EXPECT_EQ(judge({1.005, 1.03}, 0.01, 0.02), Verdict::unclear);
}

TEST(Verdict, SameNeedsTheWholeIntervalWithinTheTolerance) {
  EXPECT_EQ(judge({0.985, 1.015}, 0.01, 0.02), Verdict::same);
  EXPECT_EQ(judge({0.985, 1.015}, 0.01, 0.01), Verdict::unclear);
}

TEST(Verdict, ADifferenceWithinTheToleranceIsStillADifference) {
  EXPECT_EQ(judge({1.012, 1.018}, 0.01, 0.02), Verdict::slower);
}

}  // namespace
}  // namespace modlab::statistics
