#include "harness/analysis/thin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace modlab::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::SizeIs;

TEST(Thin, KeepsEveryFinitePointOfAFew) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<PlotPoint> points{{0, 0, 0}, {0, 0, 1}, {nan, 0, 2}, {1, infinity, 3}, {1, 1, 4}};
  EXPECT_THAT(thin(points),
              ElementsAre(Field(&PlotPoint::index, 0U), Field(&PlotPoint::index, 1U), Field(&PlotPoint::index, 4U)));
}

TEST(Thin, KeepsOnePointPerCellOfMany) {
  std::vector<PlotPoint> points;
  for (std::size_t i = 0; i < 1000; ++i)
    points.push_back({static_cast<double>(i % 100), static_cast<double>(i / 100), i});
  const auto kept = thin(points, 200);
  EXPECT_LE(kept.size(), 200U);
  EXPECT_GE(kept.size(), 100U);
  EXPECT_EQ(kept.front().index, 0U);
  EXPECT_THAT(thin(std::vector<PlotPoint>(20, PlotPoint{2, 2, 0}), 10), SizeIs(1)) << "no range at all";
}

TEST(Thin, AsManyAsAreWantedWherePointsLieCloseTogether) {
  std::vector<PlotPoint> points;
  for (std::size_t i = 0; i < 1000; ++i) points.push_back({static_cast<double>(i), i % 2 == 0 ? 1.0 : 1000.0, i});
  const std::size_t kept = thin_to(points, 100).size();
  EXPECT_LE(kept, 100U);
  EXPECT_GT(kept, 50U);
  EXPECT_LT(thin(points, 100).size(), 50U) << "which is why";
  EXPECT_EQ(thin_to(points, 1000).size(), 1000U);
}

}  // namespace
}  // namespace modlab::analysis
