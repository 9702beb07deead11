#include "harness/report/compare.h"

#include <gtest/gtest.h>

#include "harness/report/compare_text.h"
#include "kernels/error.h"
#include "tests/support/measured_row.h"

namespace modlab {
namespace {

const std::string kFloor = "floor/f32/1000/packed/out/mixed";

Row figure(const std::string& variant, double median_ns, double half_width = 0.004) {
  return measured_row(variant, median_ns, half_width);
}

Row formula(Row row) {
  row.accuracy = "formula";
  return row;
}

Row failed(Row row) {
  row.status = "wrong result";
  row.detail = "3 of 1000 results wrong";
  return row;
}

RunFiles run_of(std::vector<Row> rows, const std::string& path = "run.csv") {
  RunFiles run{.path = path, .rows = std::move(rows), .context = {}};
  run.context.mode = "warm";
  run.context.device.adapter = "a GPU";
  return run;
}

/// A run with this A/A noise and pilot time.
RunFiles with_context(RunFiles run, double noise, double pilot_ns = 0) {
  run.context.workloads.push_back({.workload = kFloor,
                                   .aa_variant = "v",
                                   .aa_ratio = 1,
                                   .aa_low = 1 - noise / 2,
                                   .aa_high = 1 + noise,
                                   .aa_verdict = "SAME",
                                   .space = 1,
                                   .unconfirmed = {},
                                   .pilot = {pilot_ns, {pilot_ns, pilot_ns}, 20}});
  return run;
}

Difference only_difference(const RunFiles& base, const RunFiles& next, const CompareOptions& options = {}) {
  const RunComparison comparison = compare_runs(base, next, options);
  EXPECT_EQ(comparison.differences.size(), 1u);
  return comparison.differences.at(0);
}

Verdict verdict(double base_ns, double next_ns, double half_width = 0.004) {
  return only_difference(run_of({figure("v", base_ns, half_width)}), run_of({figure("v", next_ns, half_width)}))
      .verdict;
}

TEST(Compare, ThreePercentAreADifferenceAndATenthIsNone) {
  EXPECT_EQ(verdict(1000, 1030), Verdict::slower);
  EXPECT_EQ(verdict(1000, 970), Verdict::faster);
  EXPECT_EQ(verdict(1000, 1001), Verdict::same);
}

TEST(Compare, NoiseLargerThanTheDifferenceIsUnclear) { EXPECT_EQ(verdict(1000, 1030, 0.03), Verdict::unclear); }

TEST(Compare, ANoisyRunIsTheSameAsItself) {
  const RunFiles run = run_of({figure("v", 1000, 0.3), formula(figure("w", 900, 0.3))});
  for (const Difference& difference : compare_runs(run, run, {}).differences) {
    EXPECT_EQ(difference.verdict, Verdict::same);
    EXPECT_EQ(difference.ratio.ratio, 1);
  }
}

TEST(Compare, TheIntervalCombinesTheErrorsOfBothMedians) {
  Row base = figure("v", 1000);
  base.ci_low_ns = 970;
  base.ci_high_ns = 1000;
  Row next = figure("v", 2000);
  next.ci_low_ns = 2000;
  next.ci_high_ns = 2080;
  const Difference difference = only_difference(run_of({base}), run_of({next}));
  EXPECT_NEAR(difference.ratio.ratio, 2, 1e-9);
  EXPECT_NEAR(difference.ratio.ci.low, 2, 1e-9) << "neither may the new be faster nor the base slower";
  EXPECT_NEAR(difference.ratio.ci.high, 2 * 1.05, 0.003) << "4 % and 3 % at a right angle";
}

TEST(Compare, TooFewSamplesAreUnclear) {
  Row few = figure("v", 2000);
  few.samples = 5;
  EXPECT_EQ(only_difference(run_of({figure("v", 1000)}), run_of({few})).verdict, Verdict::unclear);
}

TEST(Compare, ADifferenceMustExceedTheNoiseOfEitherRun) {
  const RunFiles base = run_of({figure("v", 1000)});
  const RunFiles next = run_of({figure("v", 1030)});
  EXPECT_EQ(only_difference(with_context(base, 0.04), next).verdict, Verdict::unclear);
  EXPECT_EQ(only_difference(base, with_context(next, 0.04)).verdict, Verdict::unclear);
  EXPECT_EQ(only_difference(with_context(base, 0.01), with_context(next, 0.01)).verdict, Verdict::slower);
}

TEST(Compare, AMachineThatThePilotFoundSlowerIsNoSlowerKernel) {
  const RunFiles base = with_context(run_of({figure("v", 1000)}), 0, 500);
  const RunFiles next = with_context(run_of({figure("v", 1100)}), 0, 550);
  const Difference difference = only_difference(base, next);
  EXPECT_NEAR(difference.machine, 1.1, 1e-9);
  EXPECT_NEAR(difference.ratio.ratio, 1, 1e-9);
  EXPECT_EQ(difference.verdict, Verdict::same);
  EXPECT_EQ(only_difference(with_context(run_of({figure("v", 1000)}), 0), next).verdict, Verdict::slower)
      << "one pilot alone says nothing";
}

TEST(Compare, ThePilotsErrorIsInTheInterval) {
  const auto run = [](double pilot_error) {
    RunFiles files = with_context(run_of({figure("v", 1000)}), 0, 500);
    files.context.workloads[0].pilot.ci = {500 * (1 - pilot_error), 500 * (1 + pilot_error)};
    return files;
  };
  RunFiles next = run(0.05);
  next.rows[0].row = 2;  // another measurement
  const Difference exact = only_difference(run(0), [&] {
    RunFiles files = next;
    files.context.workloads[0].pilot.ci = {500, 500};
    return files;
  }());
  EXPECT_GT(only_difference(run(0.05), next).ratio.ci.high, exact.ratio.ci.high + 0.05);
}

TEST(Compare, TimesOverThePilotsInTheSameRoundsArePreferred) {
  const auto run = [](double per_pilot) {
    RunFiles files = with_context(run_of({figure("v", 1000)}), 0, 500);
    files.rows[0].per_pilot = per_pilot;
    files.rows[0].per_pilot_low = 0.999 * per_pilot;
    files.rows[0].per_pilot_high = 1.001 * per_pilot;
    files.rows[0].blocks = 20;
    return files;
  };
  const Difference difference = only_difference(run(2), run(2.06));
  EXPECT_NEAR(difference.ratio.ratio, 1.03, 1e-9);
  EXPECT_EQ(difference.verdict, Verdict::slower);
}

TEST(Compare, WhereOnlyArithmeticBecameSlowerAKernelMayBeToo) {
  RunFiles base = with_context(run_of({figure("v", 1000)}), 0, 500);
  RunFiles next = with_context(run_of({figure("v", 1030)}), 0, 500);
  EXPECT_EQ(only_difference(base, next).verdict, Verdict::slower);
  base.context.workloads[0].arithmetic_pilot = {100, {100, 100}, 20};
  next.context.workloads[0].arithmetic_pilot = {105, {105, 105}, 20};
  EXPECT_NEAR(only_difference(base, next).indifference, 0.05, 1e-9);
  EXPECT_EQ(only_difference(base, next).verdict, Verdict::unclear);
}

TEST(Compare, OneOfManyNeedsMoreThanOneAlone) {
  const auto rows = [](double first_ns) {
    std::vector<Row> all{figure("v0", first_ns, 0.01)};
    for (int i = 1; i < 400; ++i) all.push_back(figure("v" + std::to_string(i), 1000, 0.01));
    return all;
  };
  std::vector<Row> next = rows(1036);
  for (Row& row : next) row.seed = 2;  // another measurement
  EXPECT_EQ(only_difference(run_of({rows(1000)[0]}), run_of({next[0]}), {.every_variant = true}).verdict,
            Verdict::slower);
  const auto many = compare_runs(run_of(rows(1000)), run_of(next), {.every_variant = true}).differences;
  EXPECT_NE(many[0].verdict, Verdict::slower);
}

TEST(Compare, ComparesTheBestOfEachClass) {
  Row best = figure("a", 1000);
  best.tie = "best";
  const RunFiles base = run_of({figure("lucky", 995), best, formula(figure("f", 700)), formula(figure("g", 800))});
  const RunFiles next = run_of({figure("a", 1050), figure("b", 990), formula(figure("g", 800))});
  const auto differences = compare_runs(base, next, {}).differences;
  ASSERT_EQ(differences.size(), 2u);
  EXPECT_EQ(differences[0].base->variant, "a") << "what its run confirmed as best";
  EXPECT_EQ(differences[0].next->variant, "b") << "the fastest where nothing was confirmed";
  EXPECT_EQ(differences[1].base->variant, "f");
  EXPECT_EQ(differences[1].next->variant, "g");
}

TEST(Compare, TakesEveryVariantThatBothRunsMeasured) {
  const RunFiles base = run_of({figure("a", 1000), figure("b", 1000), figure("c", 1000), figure("d", 1000)});
  const RunFiles next = run_of({figure("b", 1100), figure("a", 1000), failed(figure("c", 1000))});
  const RunComparison comparison = compare_runs(base, next, {.every_variant = true});
  ASSERT_EQ(comparison.differences.size(), 2u);
  EXPECT_EQ(comparison.differences[0].verdict, Verdict::same);
  EXPECT_EQ(comparison.differences[1].base->variant, "b");
  EXPECT_EQ(comparison.differences[1].verdict, Verdict::slower);
  ASSERT_EQ(comparison.failed.size(), 1u);
  EXPECT_EQ(comparison.failed[0]->variant, "c");
}

TEST(Compare, NamesWhatOnlyOneRunHasAndWhatFailed) {
  Row other = figure("v", 1000);
  other.op = "truncate";
  Row third = other;
  third.dtype = "u8";
  const RunFiles base = run_of({figure("v", 1000), formula(figure("w", 900)), other});
  const RunFiles next = run_of({figure("v", 1000), failed(formula(figure("w", 900))), third});
  EXPECT_EQ(comparison_table(compare_runs(base, next, {}), {}),
            "workload                         class  base     new      new/base                noise  verdict\n"
            "floor/f32/1000/packed/out/mixed  exact  1.00 us  1.00 us  1.000 (1.000 to 1.000)  1.0 %  SAME\n"
            "intervals 95 % each; a false alarm in at most 1 % of such comparisons (Holm over 1 pair)\n"
            "failed in new: floor/f32/1000/packed/out/mixed formula: w: wrong result: 3 of 1000 results wrong\n"
            "only in base: truncate/f32/1000/packed/out/mixed exact\n"
            "only in new: truncate/u8/1000/packed/out/mixed exact\n"
            "1 compared: 1 SAME; 1 failed\n");
}

TEST(Compare, ShowsVariantsAndTheMachineWhereTheyCount) {
  const RunFiles base = with_context(run_of({figure("v", 1000)}), 0, 500);
  const RunFiles next = with_context(run_of({figure("v", 1100)}), 0, 505);
  const CompareOptions options{.every_variant = true};
  const RunComparison comparison = compare_runs(base, next, options);
  EXPECT_EQ(comparison_table(comparison, options),
            "workload                         class  variant  base     new      new/base                noise  machine"
            "  verdict\n"
            "floor/f32/1000/packed/out/mixed  exact  v        1.00 us  1.10 us  1.089 (1.083 to 1.095)  1.0 %  1.010  "
            "  SLOWER\n"
            "new/base is divided by machine, the memory pilot's time in the new run over its time in the base\n"
            "intervals 95 % each; a false alarm in at most 1 % of such comparisons (Holm over 1 pair)\n"
            "1 compared: 1 SLOWER\n");
  const std::string csv = comparison_csv(comparison);
  EXPECT_TRUE(csv.starts_with("workload,accuracy,base_variant,new_variant,base_ns,new_ns,machine,ratio,")) << csv;
  EXPECT_NE(csv.find("\nfloor/f32/1000/packed/out/mixed,exact,v,v,1000,1100,1.01,"), std::string::npos) << csv;
  EXPECT_TRUE(csv.ends_with(",0.01,SLOWER,\n")) << csv;
}

Row on(const std::string& adapter, Row row) {
  row.adapter = adapter;
  return row;
}

/// A run merged from a slow and a fast adapter, with a pilot each.
RunFiles run_of_two(std::vector<Row> rows, double slow_pilot_ns) {
  RunFiles run = run_of(std::move(rows));
  run.context.device.adapter = "slow + fast";
  for (const auto& [adapter, pilot_ns] : {std::pair("slow", slow_pilot_ns), std::pair("fast", 10.0)}) {
    RunFiles part = with_context(run_of({}), 0, pilot_ns);
    part.context.device.adapter = adapter;
    run.context.parts.push_back(part.context);
  }
  return run;
}

TEST(Compare, MatchesTheRowsOfMergedRunsByAdapter) {
  const RunFiles base = run_of_two({on("slow", figure("v", 1000)), on("fast", figure("v", 100))}, 500);
  const RunFiles next = run_of_two({on("fast", figure("w", 100.1)), on("slow", figure("w", 1100))}, 550);
  const RunComparison comparison = compare_runs(base, next, {});
  EXPECT_EQ(comparison_table(comparison, {}),
            "workload                         class  adapter  base      new       new/base                noise  "
            "machine  verdict\n"
            "floor/f32/1000/packed/out/mixed  exact  slow     1.00 us   1.10 us   1.000 (0.994 to 1.006)  1.0 %  1.100"
            "    SAME\n"
            "floor/f32/1000/packed/out/mixed  exact  fast     100.0 ns  100.1 ns  1.001 (0.995 to 1.007)  1.0 %  1.000"
            "    SAME\n"
            "new/base is divided by machine, the memory pilot's time in the new run over its time in the base\n"
            "intervals 95 % each; a false alarm in at most 1 % of such comparisons (Holm over 2 pairs)\n"
            "2 compared: 2 SAME\n");
  EXPECT_TRUE(comparison_csv(comparison).ends_with(",SAME,fast\n")) << comparison_csv(comparison);
}

TEST(Compare, ComparesARunOfOneAdapterWithItsPartOfAMergedRun) {
  const RunFiles merged = run_of_two({on("slow", figure("v", 1000)), on("fast", figure("v", 100))}, 500);
  RunFiles alone = run_of({figure("v", 102)});
  alone.context.device.adapter = "fast";
  const RunComparison comparison = compare_runs(merged, alone, {});
  ASSERT_EQ(comparison.differences.size(), 1u);
  EXPECT_EQ(*comparison.differences[0].base->median_ns, 100);
  EXPECT_EQ(comparison.only_base, std::vector<std::string>{kFloor + " exact on slow"});
  alone.context.device.driver = "another";
  EXPECT_THROW(compare_runs(merged, alone, {}), Error);
}

TEST(Compare, TakesThePilotOfTheRunThatMeasuredTheRow) {
  RunFiles base = with_context(run_of({figure("v", 1000)}), 0, 500);
  base.rows[0].run = "second";
  base.context.workloads.push_back(base.context.workloads[0]);
  base.context.workloads[0].run = "first";
  base.context.workloads[0].pilot = {1, {1, 1}, 20};
  base.context.workloads[1].run = "second";
  const RunFiles next = with_context(run_of({figure("v", 1000)}), 0, 550);
  EXPECT_DOUBLE_EQ(only_difference(base, next).machine, 1.1);
}

TEST(Compare, RefusesRunsUnderDifferentConditionsUnlessAskedTo) {
  const RunFiles base = with_context(run_of({figure("v", 1000)}), 0, 500);
  const auto changed = [&](auto change) {
    RunFiles next = with_context(run_of({figure("v", 2000)}, "new.csv"), 0, 1000);
    change(next.context);
    return next;
  };
  for (const RunFiles& next : {changed([](RunContext& context) { context.device.adapter = "another"; }),
                               changed([](RunContext& context) { context.device.driver = "another"; }),
                               changed([](RunContext& context) { context.device.implementation = "another"; }),
                               changed([](RunContext& context) { context.mode = "cold"; })}) {
    EXPECT_THROW(compare_runs(base, next, {}), Error);
    const Difference difference = only_difference(base, next, {.across = true});
    EXPECT_EQ(difference.verdict, Verdict::slower) << "another machine's speed is not corrected away";
  }
}

TEST(Compare, RefusesRunsWithoutTimingsOrAnythingInCommon) {
  const RunFiles base = run_of({figure("v", 1000)});
  Row verified = figure("v", 1000);
  verified.median_ns.reset();
  verified.mode = "verify";
  EXPECT_THROW(compare_runs(base, run_of({verified}), {.across = true}), Error);
  EXPECT_THROW(compare_runs(run_of({}), base, {}), Error);
  Row other = figure("v", 1000);
  other.data_set = "wide";
  EXPECT_THROW(compare_runs(base, run_of({other}), {.across = true}), Error);
}

}  // namespace
}  // namespace modlab
