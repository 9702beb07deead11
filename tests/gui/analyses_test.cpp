#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "gui/axis_effect.h"
#include "gui/convergence.h"
#include "gui/heat_map.h"
#include "gui/pareto.h"
#include "gui/regret.h"
#include "gui/roofline_view.h"
#include "gui/sample_series.h"
#include "gui/thin.h"
#include "tests/gui/analyses_rows.h"

namespace modlab {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::size_t axis_of(const Run& run, std::string_view name) { return find_axis(run.axes, name).value(); }

TEST(HeatMap, ACellHoldsTheFastestOfItsVariants) {
  const modlab::Run run =
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

TEST(HeatMap, ASliceAndAClassLeaveOutTheOthers) {
  Row failed = variant_row({.load_bytes = 16}, 1);
  failed.status = "compiler refused";
  const modlab::Run run = run_of({variant_row({.load_bytes = 4}, 10), variant_row({.load_bytes = 16}, 20), failed,
                                  variant_row({.load_bytes = 16, .algorithm = Algorithm::formula}, 5)});
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

TEST(AxisEffect, ABoxForEachValueOverItsVariants) {
  std::vector<Row> rows;
  for (const double ns : {40.0, 10.0, 20.0, 50.0, 30.0}) rows.push_back(variant_row({.threads = 64}, ns));
  rows.push_back(variant_row({.threads = 128}, 7));
  const modlab::Run run = run_of(rows);
  const auto effects = axis_effect(run, 0, {}, axis_of(run, "threads"), Unit::time);
  ASSERT_THAT(effects, SizeIs(2));
  EXPECT_EQ(effects[0].value, "64");
  EXPECT_EQ(effects[0].figures.median, 30);
  EXPECT_EQ(effects[0].figures.q1, 20);
  EXPECT_EQ(effects[0].figures.q3, 40);
  EXPECT_EQ(effects[0].figures.min, 10);
  EXPECT_EQ(effects[0].largest, 50);
  EXPECT_THAT(effects[0].places, ElementsAre(1, 2, 4, 0, 3)) << "the fastest first";
  EXPECT_EQ(effects[1].figures.median, 7);
}

TEST(SampleSeries, IsInTheOrderOfThePhasesWithItsMarks) {
  Row row = variant_row({}, 100);
  row.row = 2;
  const std::vector<Sample> samples{{.row = 1, .phase = "screen", .index = 0, .ns = 1},
                                    {.row = 2, .phase = "screen", .index = 0, .ns = 64},
                                    {.row = 2, .phase = "screen", .index = 1, .ns = 128, .drifted = true},
                                    {.row = 2, .phase = "confirm", .index = 0, .ns = 256, .outlier = true},
                                    {.row = 3, .phase = "screen", .index = 0, .ns = 1}};
  const SampleSeries series = sample_series(row, samples, Unit::throughput);
  ASSERT_THAT(series.points, SizeIs(3));
  EXPECT_EQ(series.points[0].value, 192);
  EXPECT_TRUE(series.points[1].drifted);
  EXPECT_TRUE(series.points[2].outlier);
  ASSERT_THAT(series.phases, SizeIs(2));
  EXPECT_EQ(series.phases[1].name, "confirm");
  EXPECT_EQ(series.phases[1].begin, 2);
}

TEST(RooflineView, EachWorkloadHasItsRoofAndTheBestOfEachClass) {
  Row other = variant_row({}, 100);
  other.op = "truncate";
  other.roofline_gbps = 150;
  const modlab::Run run = run_of({variant_row({}, 200), variant_row({.threads = 128}, 150),
                                  variant_row({.algorithm = Algorithm::formula}, 120), other});
  const auto bars = roofline_bars(run);
  ASSERT_THAT(bars, SizeIs(2));
  EXPECT_EQ(bars[0].roof_gbps, 100);
  EXPECT_EQ(bars[0].best_exact, 1U);
  EXPECT_EQ(bars[0].best_formula, 2U);
  EXPECT_EQ(bars[1].roof_gbps, 150);
  EXPECT_EQ(bars[1].best_formula, std::nullopt);
}

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

TEST(Convergence, KeepsEachStepToABetterVariantAndTheEnd) {
  std::vector<Row> rows{variant_row({}, 30), variant_row({}, 40), variant_row({}, 20), variant_row({}, 25)};
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].utc = "2026-11-15T01:30:0" + std::to_string(2 * i) + "Z";
  const Convergence curve = convergence(run_of(rows), 0, "exact");
  ASSERT_THAT(curve.steps, SizeIs(3));
  EXPECT_EQ(curve.steps[1].evaluations, 3);
  EXPECT_EQ(curve.steps[1].seconds, 4);
  EXPECT_EQ(curve.steps[1].best, 2U);
  EXPECT_EQ(curve.steps[2].evaluations, 4) << "the last evaluation counts, though it found nothing";
  EXPECT_EQ(curve.steps[2].best, 2U);
  EXPECT_THAT(convergence(run_of(rows), 0, "formula").steps, IsEmpty());
}

TEST(Convergence, ReadsTheJournalsTimesAndNoOthers) {
  EXPECT_EQ(utc_seconds("1970-01-02T00:00:01Z"), 86401);
  EXPECT_EQ(utc_seconds("2026-11-15T01:30:00Z"), 1794706200);
  for (const char* wrong : {"", "yesterday", "2026-11-15 01:30:00Z", "2026-13-15T01:30:00Z", "2026-11-15T01:30:00"})
    EXPECT_EQ(utc_seconds(wrong), std::nullopt) << wrong;
}

TEST(StrategyRegret, EndsAtTheOptimumForEveryStrategy) {
  std::vector<Row> rows;
  double ns = 1000;
  for (const std::uint32_t threads : {32U, 64U, 128U, 256U})
    for (const std::uint32_t vectors : {1U, 2U, 4U, 8U})
      rows.push_back(variant_row({.per_thread = vectors, .threads = threads}, ns -= 10));
  const auto regrets = strategy_regret(run_of(rows), 0, "exact", {}, 3, {});
  ASSERT_THAT(regrets, SizeIs(testing::Gt(3)));
  for (const StrategyRegret& regret : regrets) {
    EXPECT_EQ(regret.median_pct.back(), 0) << regret.strategy;
    EXPECT_EQ(regret.evaluations.back(), 16) << regret.strategy;
    EXPECT_EQ(regret.found.back(), 15U) << regret.strategy << ": the fastest";
    EXPECT_THAT(regret.found, SizeIs(regret.evaluations.size()));
  }
  EXPECT_THAT(strategy_regret(run_of(rows), 0, "formula", {}, 3, {}), IsEmpty());
}

TEST(Histogram, CountsEveryFiniteValueOnce) {
  const std::vector<double> values{1, 2, 2, 3, 3, 3, 4, 5, 10, std::numeric_limits<double>::infinity()};
  const std::vector<Bin> bins = histogram(values);
  ASSERT_THAT(bins, SizeIs(3));
  EXPECT_EQ(bins[0].low, 1);
  EXPECT_EQ(bins[2].high, 10);
  EXPECT_THAT(bins, ElementsAre(Field(&Bin::count, 6), Field(&Bin::count, 2), Field(&Bin::count, 1)));
}

TEST(Histogram, EqualValuesHaveOneBinThatCanBeSeen) {
  const std::vector<double> values{7};
  const std::vector<Bin> bins = histogram(values);
  ASSERT_THAT(bins, SizeIs(1));
  EXPECT_LT(bins[0].low, 7);
  EXPECT_GT(bins[0].high, 7);
  EXPECT_EQ(bins[0].count, 1);
  EXPECT_THAT(histogram({}), IsEmpty());
}

TEST(Thin, KeepsAllThatCanBeDrawnWhereThatIsLittle) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<PlotPoint> points{{0, 0, 0}, {0, 0, 1}, {nan, 0, 2}, {1, infinity, 3}, {1, 1, 4}};
  EXPECT_THAT(thin(points),
              ElementsAre(Field(&PlotPoint::place, 0U), Field(&PlotPoint::place, 1U), Field(&PlotPoint::place, 4U)));
}

TEST(Thin, KeepsOnePointOfEachCellWhereThereAreMany) {
  std::vector<PlotPoint> points;
  for (std::size_t i = 0; i < 1000; ++i)
    points.push_back({static_cast<double>(i % 100), static_cast<double>(i / 100), i});
  const auto kept = thin(points, 200);
  EXPECT_LE(kept.size(), 200U);
  EXPECT_GE(kept.size(), 100U);
  EXPECT_EQ(kept.front().place, 0U);
  EXPECT_THAT(thin(std::vector<PlotPoint>(20, PlotPoint{2, 2, 0}), 10), SizeIs(1)) << "no range at all";
}

TEST(RooflineLabels, SayLessTheMoreThereAre) {
  const auto labels = [](std::size_t count) {
    std::vector<RooflineBar> bars;
    for (std::size_t i = 0; i < count; ++i)
      bars.push_back({.label = std::string(i < 20 ? "floor" : "truncate") + "/f32/" + std::to_string(i) + "/packed/" +
                               (i % 2 == 0 ? "out" : "in-a") + "/mixed",
                      .best_exact = {},
                      .best_formula = {}});
    return axis_labels(bars);
  };
  EXPECT_EQ(labels(2)[1], "floor/f32/1/packed/in-a/mixed");
  EXPECT_EQ(labels(10)[1], "floor/f32\n1\npacked\nin-a\nmixed");
  const std::vector<std::string> many = labels(40);
  EXPECT_EQ(many[0], "floor\nout");
  EXPECT_EQ(many[1], " \nin-a") << "the operator is that of the one before, type and data set those of all";
  EXPECT_EQ(many[20], "truncate\nout");
}

}  // namespace
}  // namespace modlab
