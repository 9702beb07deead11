#include "harness/statistics/paired_ratio.h"

#include <gtest/gtest.h>

#include <vector>

namespace modlab {
namespace {

TEST(PairedRatio, DividesRoundByRound) {
  const std::vector<double> base{100, 200, 400};
  const std::vector<double> samples{200, 400, 800};
  const PairedRatio ratio = paired_ratio(base, samples);
  EXPECT_EQ(ratio.pairs, 3u);
  EXPECT_EQ(ratio.median, 2) << "what slowed a round slowed both";
  EXPECT_EQ(ratio.ci.low, 2);
  EXPECT_EQ(ratio.ci.high, 2);
}

TEST(PairedRatio, IgnoresRoundsThatOnlyOneSideHas) {
  const std::vector<double> base{100, 100};
  const std::vector<double> samples{150, 150, 900};
  EXPECT_EQ(paired_ratio(base, samples).pairs, 2u);
  EXPECT_EQ(paired_ratio(base, samples).median, 1.5);
}

TEST(Judge, FewPairsAreUnclearHoweverClear) {
  EXPECT_EQ(judge({.pairs = 5, .median = 2, .ci = {2, 2}}), Verdict::unclear);
  EXPECT_EQ(judge({.pairs = 6, .median = 2, .ci = {2, 2}}), Verdict::slower);
}

}  // namespace
}  // namespace modlab
