#include "harness/html/linear_scale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace modlab::html {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(LinearScale, MapsItsEndsToItsPixels) {
  const LinearScale scale{.low = 10, .high = 20, .from = 100, .to = 0};
  EXPECT_EQ(scale(10), 100);
  EXPECT_EQ(scale(15), 50);
  EXPECT_EQ(scale(20), 0);
  EXPECT_EQ((LinearScale{.low = 5, .high = 5, .from = 0, .to = 8}(5)), 4) << "all values the same";
}

TEST(LinearScale, BeginsAtZeroUnlessAllValuesAreNearEachOther) {
  EXPECT_EQ(scale_for(100, 4000).low, 0);
  EXPECT_GT(scale_for(100, 4000).high, 4000);
  const LinearScale near = scale_for(3900, 4000);
  EXPECT_GT(near.low, 3800);
  EXPECT_LT(near.low, 3900);
  EXPECT_GT(near.high, 4000);
  const LinearScale same = scale_for(7, 7);
  EXPECT_LT(same.low, 7);
  EXPECT_GT(same.high, 7);
  EXPECT_GT(scale_for(0, 0).high, 0);
}

TEST(Ticks, AreRoundNumbersWithinTheScale) {
  EXPECT_THAT(ticks_of({.low = 0, .high = 4300}, 5), ElementsAre(0, 1000, 2000, 3000, 4000));
  EXPECT_THAT(ticks_of({.low = -1.1, .high = 1.1}, 4), ElementsAre(-1, 0, 1));
  EXPECT_THAT(ticks_of({.low = 0.97, .high = 1.03}, 4),
              ElementsAre(DoubleNear(0.98, 1e-9), DoubleNear(1, 1e-9), DoubleNear(1.02, 1e-9)));
  EXPECT_THAT(ticks_of({.low = 3, .high = 3}, 4), ElementsAre(3));
  EXPECT_EQ(tick_text(4000), "4000");
  EXPECT_EQ(tick_text(0.1 + 0.2), "0.3");
}

}  // namespace
}  // namespace modlab::html
