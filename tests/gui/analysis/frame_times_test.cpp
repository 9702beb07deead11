#include "gui/analysis/frame_times.h"

#include <gtest/gtest.h>

namespace modlab::gui {
namespace {

TEST(FrameTimes, RememberTheLastAndTheWorst) {
  FrameTimes times;
  EXPECT_FALSE(times.any());
  times.add(0.020);
  times.add(0.050);
  times.add(0.010);
  EXPECT_TRUE(times.any());
  EXPECT_DOUBLE_EQ(times.last_ms(), 10);
  EXPECT_DOUBLE_EQ(times.worst_ms(), 50);
  for (int i = 0; i < 1000; ++i) times.add(0.001);
  EXPECT_DOUBLE_EQ(times.worst_ms(), 1) << "old frames are forgotten";
}

TEST(FrameTimes, TheDistributionIsOneLine) {
  EXPECT_EQ(frame_distribution({}), "no frames");
  EXPECT_EQ(frame_distribution({0.004, 0.002, 0.005, 0.003, 0.001}),
            "median 3.0 ms, 95 % 4.8, 99 % 5.0, worst 5.0 (5 frames)");
}

}  // namespace
}  // namespace modlab::gui
