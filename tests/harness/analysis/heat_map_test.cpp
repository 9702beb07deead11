#include "harness/analysis/heat_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/modulus/algorithm.h"
#include "tests/support/variant_rows.h"

namespace modlab::analysis {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(HeatMap, ACellHoldsTheFastestOfItsVariants) {
  const analysis::Run run =
      run_of({variant_row({.per_thread = 1, .threads = 64}, 30), variant_row({.per_thread = 2, .threads = 64}, 20),
              variant_row({.load_bytes = 16, .per_thread = 2, .threads = 64}, 10),
              variant_row({.per_thread = 1, .threads = 128}, 40)});
  const HeatMapRequest request{
      .accuracy = {}, .x_axis = axis_of(run, "threads"), .y_axis = axis_of(run, "per_thread"), .slice = std::nullopt};
  const HeatMap map = make_heat_map(run, request);
  EXPECT_THAT(map.x_values, ElementsAre("64", "128"));
  EXPECT_THAT(map.y_values, ElementsAre("1", "2"));
  EXPECT_EQ(map.at(0, 0).best, 0U);
  EXPECT_EQ(map.at(1, 0).best, 3U);
  EXPECT_EQ(map.at(0, 1).best, 2U);
  EXPECT_EQ(map.at(0, 1).timed, 2U);
  EXPECT_EQ(map.at(1, 1).best, std::nullopt);
}

TEST(HeatMap, OnlyCountsRowsOfTheSliceAndTheClass) {
  store::Row failed = variant_row({.load_bytes = 16}, 1);
  failed.status = "compiler refused";
  const analysis::Run run = run_of({variant_row({.load_bytes = 4}, 10), variant_row({.load_bytes = 16}, 20), failed,
                                    variant_row({.load_bytes = 16, .algorithm = modulus::Algorithm::formula}, 5)});
  const std::size_t bytes = axis_of(run, "load_bytes");
  HeatMapRequest request{.accuracy = "exact",
                         .x_axis = axis_of(run, "threads"),
                         .y_axis = axis_of(run, "per_thread"),
                         .slice = AxisSlice{.axis = bytes, .value = 1}};
  const HeatMap map = make_heat_map(run, request);
  ASSERT_THAT(map.cells, SizeIs(1));
  EXPECT_EQ(map.cells[0].best, 1U);
  EXPECT_EQ(map.cells[0].timed, 1U);
  EXPECT_EQ(map.cells[0].failed, 1U);
}

}  // namespace
}  // namespace modlab::analysis
