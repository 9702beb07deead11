#include "gui/analysis/place_labels.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace modlab::gui {
namespace {

constexpr LabelBox kArea{.x = 0, .y = 0, .width = 400, .height = 300};

TEST(PlaceLabels, ALabelIsBesideItsPoint) {
  const std::vector<PointLabel> labels{{.x = 100, .y = 100, .width = 50, .height = 10},
                                       {.x = 10, .y = 100, .width = 50, .height = 10}};
  const auto placed = place_labels(labels, kArea, 5);
  ASSERT_TRUE(placed[0] && placed[1]);
  EXPECT_EQ(placed[0]->x, 45);
  EXPECT_EQ(placed[0]->y, 95);
  EXPECT_EQ(placed[1]->x, 15) << "there is no room on the left";
}

TEST(PlaceLabels, NoTwoOverlapAndNoneLeavesTheArea) {
  std::vector<PointLabel> labels;
  for (int i = 0; i < 60; ++i)
    labels.push_back({.x = static_cast<float>(i * 37 % 400),
                      .y = static_cast<float>(i * i % 90),
                      .width = static_cast<float>(30 + i % 5 * 20),
                      .height = 12});
  const auto placed = place_labels(labels, kArea, 4);
  std::size_t count = 0;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (!placed[i]) continue;
    ++count;
    EXPECT_TRUE(kArea.contains(*placed[i])) << i;
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(placed[j] && placed[i]->overlaps(*placed[j])) << i << ", " << j;
  }
  EXPECT_GT(count, 10U);
  EXPECT_LT(count, 60U) << "there is not room for all";
}

TEST(PlaceLabels, TheFirstOfCrowdedPointsChoosesFirst) {
  const std::vector<PointLabel> labels(20, {.x = 200, .y = 150, .width = 190, .height = 20});
  const auto placed = place_labels(labels, kArea, 2);
  EXPECT_EQ(placed[0]->y, 140);
  EXPECT_TRUE(placed[17]) << "nine lines on both sides";
  EXPECT_FALSE(placed[18]);
}

}  // namespace
}  // namespace modlab::gui
