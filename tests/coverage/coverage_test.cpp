// The short form of scripts/coverage.
#include <gtest/gtest.h>

#include "tests/coverage/claims.h"

namespace modlab {
namespace {

TEST(Coverage, OurStatisticsHoldWhatTheyClaim) {
  constexpr std::uint64_t kRuns = 30;
  for (const Finding& finding : try_claims(kRuns, [](const Finding&) {})) EXPECT_TRUE(finding.holds) << finding.text;
}

}  // namespace
}  // namespace modlab
