#include "harness/report/trial_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace modlab::report {
namespace {

using ::testing::HasSubstr;

TEST(TrialText, NamesTheInstructionsThatDifferMostFirst) {
  const auto changes = instruction_changes({{"add", 5}, {"mad", 2}, {"mov", 1}}, {{"add", 1}, {"mad", 2}, {"rcp", 2}});
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(changes[0].name, "add");
  EXPECT_EQ(changes[0].more, -4);
  EXPECT_EQ(changes[1].name, "rcp");
  EXPECT_EQ(changes[1].more, 2);
  EXPECT_EQ(changes[2].name, "mov");
  EXPECT_EQ(changes[2].more, -1);
}

TEST(TrialText, SaysTheVerdictFirst) {
  const store::KernelRival rival{.workload = "w", .adapter = "a", .variant = "v", .instructions = {{"mad", 3}}};
  const store::KernelTrial trial{.save = 2,
                                 .variant = "mine:U=2",
                                 .status = "ok",
                                 .tried = 1,
                                 .variants = 3,
                                 .seconds = 0.5,
                                 .figures = store::KernelTrial::Figures{.ns = {1000, {900, 1100}},
                                                                        .rival_ns = {2000, {1900, 2100}},
                                                                        .ratio = 0.5,
                                                                        .ratio_ci = {0.45, 0.55},
                                                                        .verdict = statistics::Verdict::unclear,
                                                                        .unclear = "too wide",
                                                                        .gbps = 100,
                                                                        .roofline_pct = 90},
                                 .instructions = {{"add", 1}, {"mad", 2}}};
  EXPECT_EQ(to_text(trial, rival),
            "\nsave 2, 0.50 s: mine:U=2\n"
            "  UNCLEAR: 0.500 times the rival's time (0.450 to 0.550)\n"
            "  too wide\n"
            "  1.00 us (900.0 ns to 1.10 us); the rival 2.00 us (1.90 us to 2.10 us)\n"
            "  100 GB/s, 90 % of the roofline; 1 of 3 variants tried\n"
            "  3 instructions, the rival 3: add +1, mad -1");
}

TEST(TrialText, SaysWhatFailed) {
  EXPECT_EQ(to_text({.save = 1, .status = "unreadable", .detail = "mine.hlsl:3: no"}, {}),
            "\nsave 1, 0.00 s: unreadable: mine.hlsl:3: no");
  EXPECT_THAT(to_text({.save = 1, .variant = "mine:U=2", .status = "wrong result", .detail = "first element 0"}, {}),
              HasSubstr("mine:U=2\n  wrong result: first element 0"));
}

}  // namespace
}  // namespace modlab::report
