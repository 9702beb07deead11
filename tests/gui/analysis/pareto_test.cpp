#include "gui/analysis/pareto.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace modlab {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;

TEST(ParetoFront, KeepsWhatNothingBeatsInBothWays) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto front = pareto_front({{.place = 0, .max_ulp = 0, .median_ns = 50},
                                   {.place = 1, .max_ulp = 0, .median_ns = 40},
                                   {.place = 2, .max_ulp = 3, .median_ns = 45},
                                   {.place = 3, .max_ulp = 5, .median_ns = 30},
                                   {.place = 4, .max_ulp = infinity, .median_ns = 20},
                                   {.place = 5, .max_ulp = infinity, .median_ns = 25}});
  EXPECT_THAT(front, ElementsAre(Field(&AccuracyPoint::place, 1U), Field(&AccuracyPoint::place, 3U),
                                 Field(&AccuracyPoint::place, 4U)));
}

}  // namespace
}  // namespace modlab
