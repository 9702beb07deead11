#include "harness/tune/replay.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/store/journal.h"
#include "harness/tune/strategy.h"
#include "kernels/space.h"
#include "kernels/workload.h"

namespace modlab {
namespace {

std::vector<Row> recorded_run() {
  Platform platform;
  platform.compilers = {CompilerTraits{}};
  const VariantSpace space(describe(Workload{}), platform);
  std::vector<Row> rows;
  for (const Variant& variant : space.legal()) {
    Row row;
    row.row = rows.size() + 1;
    row.op = "floor";
    row.variant = name_of(variant);
    row.accuracy = name_of(accuracy_of(variant.algorithm));
    row.status = "ok";
    row.median_ns = 100.0 + static_cast<double>(rows.size());
    rows.push_back(row);
  }
  return rows;
}

TEST(Replay, ARecordHoldsEveryMeasuredVariantOfOneClass) {
  std::vector<Row> rows = recorded_run();
  rows[0].status = "wrong result";
  const auto records = make_records(rows, {});
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].entries.size() + records[1].entries.size(), rows.size() - 1);
  EXPECT_NE(records[0].accuracy, records[1].accuracy);
}

TEST(Replay, EachAdapterOfAMergedRunIsARecord) {
  std::vector<Row> rows = recorded_run();
  for (Row row : recorded_run()) {
    row.adapter = "another";
    rows.push_back(row);
  }
  const auto records = make_records(rows, {});
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[2].adapter, "another");
  EXPECT_EQ(records[2].entries.size(), records[0].entries.size());
}

TEST(Replay, TooFewVariantsMakeNoRecord) {
  std::vector<Row> rows = recorded_run();
  rows.resize(9);
  EXPECT_TRUE(make_records(rows, {}).empty());
}

TEST(Replay, AnExhaustiveSearchEndsAtTheOptimum) {
  const auto records = make_records(recorded_run(), {});
  const auto size = static_cast<double>(records[0].entries.size());
  const RegretCurve curve = replay(records[0], "exhaustive", 1, size);
  EXPECT_EQ(curve.evaluations.size(), records[0].entries.size());
  EXPECT_EQ(curve.at(size), 0);
  EXPECT_TRUE(std::isinf(curve.at(0.5)));
}

TEST(Replay, RegretIsThatOfTheApparentBest) {
  std::vector<Row> rows = recorded_run();
  // The third variant looks fastest in the search, but the second is.
  rows[1].median_ns = 50;
  rows[2].median_ns = 75;
  std::vector<Sample> samples;
  for (const Row& row : rows)
    samples.push_back({.row = row.row, .phase = "screen", .index = 0, .ns = row.row == 3 ? 1 : *row.median_ns});
  const RegretCurve curve = replay(make_records(rows, samples)[0], "exhaustive", 1, 10);
  EXPECT_DOUBLE_EQ(curve.at(2), 0);
  EXPECT_DOUBLE_EQ(curve.at(3), 0.5);
}

TEST(Replay, LessEffortCountsAsLess) {
  const RegretCurve curve = replay(make_records(recorded_run(), {})[0], "halving", 1, 10);
  EXPECT_EQ(curve.evaluations.front(), 0.25);
  EXPECT_LE(curve.evaluations.back(), 10);
}

TEST(Replay, TheDefaultStrategyFindsTheBestOfARecordedSpaceWithAFractionOfTheWork) {
  const std::string run = std::string(MODLAB_SOURCE_DIR) + "/results/h200/sweep.csv";
  const auto records = make_records(read_journal(run).rows, read_samples(run));
  ASSERT_EQ(records.size(), 2u);
  for (const Record& record : records) {
    const double few = 0.15 * static_cast<double>(record.entries.size());
    int good = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
      good += replay(record, kDefaultStrategy, seed, few).at(few) <= 0.02 ? 1 : 0;
    EXPECT_GE(good, 95) << name_of(record.accuracy);
  }
}

}  // namespace
}  // namespace modlab
