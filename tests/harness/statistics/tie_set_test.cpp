#include "harness/statistics/tie_set.h"

#include <gtest/gtest.h>

namespace modlab::statistics {
namespace {

TEST(TieSet, OfKernelsTimedApartHoldsThoseWhoseIntervalReachesTheLeaders) {
  // 1006 is within 0.5 % of the leader's 1001, and 1007 is not.
  const std::vector<Estimate> estimates{
      {1008, {1007, 1009}}, {1000, {999, 1001}}, {1007, {1006, 1008}}, {1020, {990, 1050}}};
  const TieSet set = find_tie_set(estimates);
  EXPECT_EQ(set.leader, 1u);
  EXPECT_EQ(set.members, (std::vector<std::size_t>{1, 2, 3}));
}

}  // namespace
}  // namespace modlab::statistics
