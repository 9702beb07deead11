#include "gui/runs/kernel_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/system/host.h"
#include "tests/support/measured_row.h"

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;

TEST(KernelTrials, TheLastTrialOfASaveCounts) {
  KernelTrials trials;
  for (const std::uint64_t save : {1u, 1u, 2u, 4u, 4u, 4u}) trials.trials.push_back({.save = save});
  trials.trials[1].variant = "best";
  const auto last = trials.last_of_saves();
  ASSERT_EQ(last.size(), 3u);
  EXPECT_EQ(last[0]->variant, "best");
  EXPECT_EQ(last[1], &trials.trials[2]);
  EXPECT_EQ(last[2], &trials.trials[5]);
}

TEST(TrialOptions, TheRunsBestIsTheRivalOnTheMachineItWasFoundOn) {
  store::Row row = measured_row("raw-b4-x1-t64-group-split-root-d3dcompile-5.1", 100, 0.01);
  row.adapter = "the adapter";
  row.mode = "cold";
  analysis::Run run = analysis::make_run({row});
  const std::string workload = store::workload_of(row);
  EXPECT_THAT(trial_options(run, workload), ElementsAre(workload));
  run.files.context.host = describe_host();
  EXPECT_THAT(trial_options(run, workload),
              ElementsAre(workload, "--against", row.variant, "--adapter", "the adapter", "--mode", "cold"));
  EXPECT_THAT(trial_options(run, "floor/f32/8/packed/out/mixed"), ElementsAre("floor/f32/8/packed/out/mixed"));
}

TEST(KernelSession, SaysWhyItCouldNotBegin) {
  KernelSession session;
  session.start("nowhere.hlsl", {});
  while (session.is_alive()) std::this_thread::yield();
  EXPECT_THAT(session.trials().message, ::testing::HasSubstr("nowhere.hlsl"));
}

}  // namespace
}  // namespace modlab::gui
