#include "gui/analysis/roofline_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/modulus/algorithm.h"
#include "tests/support/variant_rows.h"

namespace modlab::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::SizeIs;

store::Row peer_of(const store::Row& row, const std::string& compiler, double gbps) {
  store::Row peer = row;
  peer.variant = compiler;
  peer.set_choice("compiler", compiler + " 1.2.3");
  peer.median_ns = static_cast<double>(*row.bytes) / gbps;
  return peer;
}

TEST(RooflineLines, EachLineHasItsVariantsInTheirLanes) {
  store::Row other = variant_row({}, 200);
  other.op = "truncate";
  const analysis::Run run = run_of({variant_row({}, 200), variant_row({.threads = 128}, 150),
                                    variant_row({.algorithm = modulus::Algorithm::formula}, 120), other});
  const RooflineLines lines = roofline_lines(run, nullptr, {}, analysis::Unit::throughput);
  ASSERT_THAT(lines.bars, SizeIs(2));
  ASSERT_THAT(lines.exact, SizeIs(3));
  ASSERT_THAT(lines.formula, SizeIs(1));
  for (const analysis::PlotPoint& point : lines.exact) {
    const double line = point.index == 3 ? 1 : 0;
    EXPECT_GT(point.y, line - 0.5);
    EXPECT_LT(point.y, line) << "above the middle, because formula kernels are below it";
  }
  EXPECT_GT(lines.formula[0].y, 0);
  EXPECT_LT(lines.formula[0].y, 0.5);
  EXPECT_THAT(lines.best_exact,
              ElementsAre(Field(&analysis::PlotPoint::index, 1U), Field(&analysis::PlotPoint::index, 3U)));
  EXPECT_EQ(lines.best_exact[1].x, 12288 / 200.0);
}

TEST(RooflineLines, EveryPeerHasANameAndAnIndexOfItsOwn) {
  const store::Row row = variant_row({}, 200);
  store::Row cold = peer_of(row, "torch", 40);
  cold.mode = "cold";
  const analysis::Run run = run_of({row, peer_row(100)});
  const std::vector<store::Row> elsewhere{peer_of(row, "torch", 50), peer_of(row, "triton", 80), cold};
  const RooflineLines lines = roofline_lines(run, nullptr, elsewhere, analysis::Unit::throughput);
  EXPECT_THAT(lines.peer_names, ElementsAre("directml", "torch", "triton", "torch, cold"));
  ASSERT_THAT(lines.peers, SizeIs(4));
  EXPECT_TRUE(lines.peers[0].of_run);
  EXPECT_EQ(lines.peers[0].at.index, 1U) << "a row of the run";
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_FALSE(lines.peers[i].of_run);
    EXPECT_EQ(lines.peers[i].at.index, i) << "a mark";
    EXPECT_EQ(lines.peers[i].row, &elsewhere[i - 1]);
  }
  EXPECT_DOUBLE_EQ(lines.peers[2].at.x, 80);
  EXPECT_GT(lines.peers[2].at.y, lines.best_exact[0].y) << "in a lane of their own";
}

TEST(RooflineLines, FiguresAreSharesOfTheRoofline) {
  const store::Row row = variant_row({}, 245.76);  // 50 GB/s
  store::Row unlimited = row;
  unlimited.op = "truncate";
  unlimited.roofline_gbps.reset();
  const std::vector<store::Row> elsewhere{peer_of(row, "torch", 20), peer_of(row, "torch", 25)};
  const analysis::Run run = run_of({row, unlimited});
  const RooflineLines lines = roofline_lines(run, nullptr, elsewhere, analysis::Unit::roofline);
  ASSERT_THAT(lines.figures, SizeIs(3));
  EXPECT_THAT(lines.figures[0].texts, ElementsAre("50.0 %", ""));
  EXPECT_EQ(lines.figures[1].title, "torch");
  EXPECT_THAT(lines.figures[1].texts, ElementsAre("25.0 %", "")) << "the fastest";
  EXPECT_THAT(lines.figures[2].texts, ElementsAre("100 GB/s", ""));
  ASSERT_THAT(lines.best_exact, SizeIs(1)) << "without a roofline there is no share";
  EXPECT_DOUBLE_EQ(lines.best_exact[0].x, 50);
}

TEST(RooflineLines, AFilteredGroupShowsOnlyWhatIsLeft) {
  analysis::Run run = run_of({variant_row({}, 200), variant_row({.threads = 128}, 150)});
  run.groups[0].indices = {0};
  const RooflineLines lines = roofline_lines(run, nullptr, {}, analysis::Unit::throughput);
  EXPECT_THAT(lines.exact, ElementsAre(Field(&analysis::PlotPoint::index, 0U)));
  run.groups[0].indices.clear();
  EXPECT_THAT(roofline_lines(run, nullptr, {}, analysis::Unit::throughput).bars, SizeIs(0));
}

TEST(RooflineLines, OnlyALaunchFloorNearTheRoofIsALimit) {
  const analysis::RooflineBar bar{.label = {}, .roof_gbps = 100, .best_exact = {}, .best_formula = {}, .peers = {}};
  EXPECT_TRUE(is_near({analysis::LimitKind::launch_floor, 400}, bar));
  EXPECT_FALSE(is_near({analysis::LimitKind::launch_floor, 600}, bar));
  EXPECT_TRUE(is_near({analysis::LimitKind::warm_copy, 600}, bar));
}

}  // namespace
}  // namespace modlab::gui
