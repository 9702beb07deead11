#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/frame_times.h"
#include "gui/generated_run.h"
#include "gui/run.h"
#include "harness/store/journal.h"
#include "harness/store/samples.h"
#include "kernels/variant.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

TEST(GeneratedRun, IsARunOfRealVariantsAndTheSameEachTime) {
  const TemporaryFolder folder;
  write_generated_run(folder / "run.csv", 3000);
  const RunPointer run = load_run(folder / "run.csv");
  EXPECT_EQ(run->context_error, "");
  ASSERT_EQ(run->rows().size(), 3000U);
  EXPECT_GT(run->groups.size(), 1U);
  for (const Row& row : run->rows()) EXPECT_EQ(name_of(parse_variant(row.variant)), row.variant);
  EXPECT_FALSE(read_samples(folder / "run.csv").empty());
  const std::string text = read_file(folder / "run.csv");
  write_generated_run(folder / "run.csv", 3000);
  EXPECT_EQ(read_file(folder / "run.csv"), text);
}

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
  EXPECT_DOUBLE_EQ(times.worst_ms(), 1) << "what was long ago is forgotten";
}

TEST(FrameTimes, TheDistributionIsOneLine) {
  EXPECT_EQ(frame_distribution({}), "no frames");
  EXPECT_EQ(frame_distribution({0.004, 0.002, 0.003, 0.001}),
            "median 3.0 ms, 95 % 4.0, 99 % 4.0, worst 4.0 (4 frames)");
}

}  // namespace
}  // namespace modlab
