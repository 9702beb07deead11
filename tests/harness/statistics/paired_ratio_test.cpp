#include "harness/statistics/paired_ratio.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace modlab::statistics {
namespace {

TEST(PairedRatio, DividesRoundByRound) {
  const PairedRatio ratio = paired_ratio(each_its_own(std::vector<double>{100, 200, 400, 100}),
                                         each_its_own(std::vector<double>{200, 400, 800, 200}));
  EXPECT_EQ(ratio.blocks, 4u);
  EXPECT_NEAR(ratio.ratio, 2, 1e-12) << "what slowed a round slowed both";
  EXPECT_NEAR(ratio.interval().low, 2, 1e-6);
  EXPECT_NEAR(ratio.interval().high, 2, 1e-6);
}

TEST(PairedRatio, IgnoresRoundsThatOnlyOneSideHas) {
  const PairedRatio ratio =
      paired_ratio(each_its_own(std::vector<double>{100, 100}), each_its_own(std::vector<double>{150, 150, 900}));
  EXPECT_EQ(ratio.blocks, 2u);
  EXPECT_NEAR(ratio.ratio, 1.5, 1e-12);
}

TEST(PairedRatio, ABlockCountsOnceWithItsMedian) {
  BlockedSamples base;
  BlockedSamples samples;
  for (std::uint32_t block = 0; block < 5; ++block)
    for (const double disturbed : {1.0, 1.0, 3.0}) {
      base.push_back(100, block);
      samples.push_back(110 * disturbed, block);
    }
  const PairedRatio ratio = paired_ratio(base, samples);
  EXPECT_EQ(ratio.blocks, 5u);
  EXPECT_NEAR(ratio.ratio, 1.1, 1e-12);
}

TEST(PairedRatio, SamplesThatRepeatABlockDoNotNarrowTheInterval) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> factor(1, 0.01);
  BlockedSamples base;
  BlockedSamples once;
  BlockedSamples often;
  BlockedSamples often_base;
  for (std::uint32_t block = 0; block < 12; ++block) {
    const double value = 100 * factor(random);
    base.push_back(100, block);
    once.push_back(value, block);
    for (int i = 0; i < 50; ++i) {
      often_base.push_back(100, block);
      often.push_back(value, block);
    }
  }
  EXPECT_EQ(paired_ratio(base, once).interval().high, paired_ratio(often_base, often).interval().high);
}

TEST(PairedRatio, IntervalHoldsTheTrueRatioNinetyFiveTimesInAHundredHoweverFewTheBlocks) {
  // Skewed times, of which the ratio is symmetric.
  std::mt19937_64 random(1);
  std::exponential_distribution<double> delay;
  for (const std::uint32_t blocks : {5u, 9u, 13u, 40u}) {
    constexpr int kTrials = 3000;
    int held = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      BlockedSamples base;
      BlockedSamples samples;
      for (std::uint32_t block = 0; block < blocks; ++block) {
        base.push_back(100 * (1 + 0.05 * delay(random)), block);
        samples.push_back(120 * (1 + 0.05 * delay(random)), block);
      }
      held += paired_ratio(base, samples).interval().contains(1.2) ? 1 : 0;
    }
    EXPECT_GE(held, kTrials * 93 / 100) << blocks;
    EXPECT_LE(held, kTrials * 975 / 1000) << blocks;
  }
}

TEST(Judge, FewBlocksAreUnclearHoweverClear) {
  EXPECT_EQ(judge({.blocks = 3, .ratio = 2, .log_error = 0, .degrees = 2}), Verdict::unclear);
  EXPECT_EQ(judge({.blocks = 4, .ratio = 2, .log_error = 0, .degrees = 3}), Verdict::slower);
}

TEST(Judge, ADifferenceNeedsMoreConfidenceThanAnInterval) {
  // The 95 % interval ends 1.96 errors away, that of a verdict 2.58.
  EXPECT_EQ(judge({.blocks = 9999, .ratio = 1.03, .log_error = 0.0095, .degrees = 9998}), Verdict::slower);
  EXPECT_EQ(judge({.blocks = 9999, .ratio = 1.03, .log_error = 0.0105, .degrees = 9998}), Verdict::unclear);
  EXPECT_EQ(judge({.blocks = 9999, .ratio = 1.0, .log_error = 0.0025, .degrees = 9998}), Verdict::same);
}

}  // namespace
}  // namespace modlab::statistics
