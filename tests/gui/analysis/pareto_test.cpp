#include "gui/analysis/pareto.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace modlab {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;

TEST(ParetoFront, KeepsPointsThatNoOtherDominates) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto front = pareto_front({{.index = 0, .max_ulp = 0, .median_ns = 50},
                                   {.index = 1, .max_ulp = 0, .median_ns = 40},
                                   {.index = 2, .max_ulp = 3, .median_ns = 45},
                                   {.index = 3, .max_ulp = 5, .median_ns = 30},
                                   {.index = 4, .max_ulp = infinity, .median_ns = 20},
                                   {.index = 5, .max_ulp = infinity, .median_ns = 25},
                                   {.index = 6, .max_ulp = 0, .median_ns = 10, .of_peer = true}});
  EXPECT_THAT(front, ElementsAre(Field(&AccuracyPoint::index, 1U), Field(&AccuracyPoint::index, 3U),
                                 Field(&AccuracyPoint::index, 4U)));
}

}  // namespace
}  // namespace modlab
