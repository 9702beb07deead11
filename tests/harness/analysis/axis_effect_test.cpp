#include "harness/analysis/axis_effect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/variant_rows.h"

namespace modlab {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

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
  EXPECT_THAT(effects[0].indices, ElementsAre(1, 2, 4, 0, 3)) << "the fastest first";
  EXPECT_EQ(effects[1].figures.median, 7);
}

}  // namespace
}  // namespace modlab
