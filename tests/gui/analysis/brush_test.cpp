#include "gui/analysis/brush.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/analysis/parallel.h"
#include "tests/support/variant_rows.h"

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;

analysis::RunPointer four_variants() {
  return std::make_shared<const analysis::Run>(
      run_of({variant_row({.threads = 64}, 400), variant_row({.threads = 128}, 100),
              variant_row({.per_thread = 2, .threads = 128}, 200), variant_row({.threads = 256}, 300)}));
}

TEST(Brush, KeepsRowsWithItsValues) {
  const analysis::RunPointer run = four_variants();
  Brush brush;
  brush.set("threads", {"128", "256"});
  EXPECT_THAT(brushed_rows(*run, brush), ElementsAre(false, true, true, true));
  brush.set("per_thread", {"2"});
  EXPECT_THAT(brushed_rows(*run, brush), ElementsAre(false, false, true, false));
  brush.set("threads", {});
  EXPECT_EQ(brush.on("threads"), nullptr);
  EXPECT_THAT(brushed_rows(*run, brush), ElementsAre(false, false, true, false));
  brush.set("colour", {"red"});
  EXPECT_THAT(brushed_rows(*run, brush), ElementsAre(false, false, true, false)) << "no axis of this run";
}

TEST(Brush, KeepsRowsWithFiguresInItsRange) {
  Brush brush;
  brush.figures = Brush::Figures{.unit = analysis::Unit::time, .low = 150, .high = 300};
  EXPECT_THAT(brushed_rows(*four_variants(), brush), ElementsAre(false, false, true, true));
}

TEST(Brush, APartOfARunHasTheSameRowsAndFewerVariants) {
  const analysis::RunPointer run = four_variants();
  EXPECT_EQ(brushed(run, {}), run);
  Brush brush;
  brush.set("threads", {"64", "256"});
  const analysis::RunPointer part = brushed(run, brush);
  EXPECT_EQ(&part->rows(), &run->rows());
  EXPECT_THAT(part->groups[0].indices, ElementsAre(0U, 3U));
  EXPECT_EQ(part->groups[0].values[axis_of(*part, "threads")].size(), 2U);
  EXPECT_EQ(part->groups[0].best_exact, 1U) << "what the others are compared with";
  EXPECT_EQ(analysis::best_row(*part, 0, {}), 3U);
  brush.set("threads", {"1024"});
  const analysis::RunPointer none = brushed(run, brush);
  EXPECT_TRUE(analysis::timed_rows(*none, 0, {}).empty());
  EXPECT_EQ(analysis::best_row(*none, 0, {}), 0U);
}

TEST(Brush, KeepsPeersWhichHaveNoAxes) {
  const auto run = std::make_shared<const analysis::Run>(run_of({peer_row(50), variant_row({}, 200)}));
  Brush brush;
  brush.set("threads", {"1"});
  EXPECT_THAT(brushed_rows(*run, brush), ElementsAre(true, false));
  EXPECT_THAT(brushed(run, brush)->groups[0].peers, ElementsAre(0U));
}

TEST(Brush, IsSaidInWords) {
  Brush brush;
  brush.set("threads", {"64", "256"});
  brush.figures = Brush::Figures{.unit = analysis::Unit::roofline, .low = 90, .high = 95};
  EXPECT_EQ(brush_text(brush), "threads 64, 256; 90.0 % to 95.0 %");
}

TEST(Parallel, ALinePassesThroughTheValuesOfItsVariant) {
  const Parallel parallel = make_parallel(*four_variants(), {}, {.unit = analysis::Unit::time, .best_share = 0.25});
  ASSERT_EQ(parallel.axes.size(), 3U);
  EXPECT_EQ(parallel.axes[0].name, "per_thread");
  EXPECT_THAT(parallel.axes[1].values, ElementsAre("64", "128", "256"));
  EXPECT_TRUE(parallel.axes[2].values.empty());
  ASSERT_EQ(parallel.best.size(), 1U);
  const ParallelLine& best = parallel.best.front();
  EXPECT_EQ(best.index, 1U);
  EXPECT_EQ(value_at_height(best.heights[0], 2), 0U);
  EXPECT_EQ(value_at_height(best.heights[1], 3), 1U);
  EXPECT_EQ(best.heights[2], 1) << "the fastest at the top, also where less is faster";
}

TEST(Parallel, TheBestAreAmongThoseThatTheBrushKeeps) {
  Brush brush;
  brush.set("threads", {"64", "256"});
  const std::vector<std::size_t> selection{1};
  const Parallel parallel =
      make_parallel(*four_variants(), brush, {.unit = analysis::Unit::time, .best_share = 0.5, .selection = selection});
  EXPECT_EQ(parallel.timed, 4U);
  EXPECT_EQ(parallel.kept, 2U);
  ASSERT_EQ(parallel.best.size(), 1U);
  EXPECT_EQ(parallel.best.front().index, 3U);
  ASSERT_EQ(parallel.selected.size(), 1U) << "also where the brush rejects it";
  EXPECT_EQ(parallel.selected.back().index, 1U);
}

TEST(Parallel, LinksCountAllVariantsBetweenTwoAxes) {
  Brush brush;
  brush.set("threads", {"128"});
  const Parallel parallel = make_parallel(*four_variants(), brush, {.unit = analysis::Unit::time});
  std::vector<std::size_t> kept(2, 0);
  std::vector<std::size_t> rejected(2, 0);
  std::vector<std::size_t> best(2, 0);
  for (const ParallelLink& link : parallel.links) {
    kept[link.axis] += link.kept;
    rejected[link.axis] += link.rejected;
    best[link.axis] += link.best;
  }
  EXPECT_THAT(kept, ElementsAre(2U, 2U));
  EXPECT_THAT(rejected, ElementsAre(2U, 2U));
  EXPECT_THAT(best, ElementsAre(1U, 1U));
  EXPECT_EQ(parallel.links.front().left, 0U);
  EXPECT_EQ(parallel.links.front().right, 0U) << "per_thread 1 with threads 64";
  EXPECT_EQ(parallel.links.front().rejected, 1U);
}

TEST(Parallel, HeightsAndValuesAgree) {
  for (std::size_t value = 0; value < 5; ++value) EXPECT_EQ(value_at_height(height_of_value(value, 5), 5), value);
  EXPECT_EQ(value_at_height(-3, 5), 0U);
  EXPECT_EQ(value_at_height(1, 5), 4U);
}

}  // namespace
}  // namespace modlab::gui
