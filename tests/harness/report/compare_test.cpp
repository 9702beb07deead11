#include "harness/report/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/report/compare_json.h"
#include "harness/report/compare_text.h"
#include "harness/report/gate.h"
#include "kernels/error.h"
#include "tests/support/measured_row.h"

namespace modlab::report {
namespace {

using ::testing::HasSubstr;

const std::string kFloor = "floor/f32/1000/packed/out/mixed";

store::Row figure(const std::string& variant, double median_ns, double half_width = 0.004) {
  return measured_row(variant, median_ns, half_width);
}

store::Row formula(store::Row row) {
  row.accuracy = "formula";
  return row;
}

store::Row failed(store::Row row) {
  row.status = "wrong result";
  row.detail = "3 of 1000 results wrong";
  return row;
}

RunFiles run_of(std::vector<store::Row> rows, const std::string& path = "run.csv") {
  RunFiles run{.path = path, .rows = std::move(rows), .context = {}};
  run.context.mode = "warm";
  run.context.device.adapter = "a GPU";
  run.context.finished = "2026-11-01T00:01:00Z";
  return run;
}

/// The same, killed before anything was confirmed.
RunFiles stopped(RunFiles run) {
  run.context.finished.clear();
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

statistics::Verdict verdict(double base_ns, double next_ns, double half_width = 0.004) {
  return only_difference(run_of({figure("v", base_ns, half_width)}), run_of({figure("v", next_ns, half_width)}))
      .verdict;
}

TEST(Compare, ThreePercentAreADifferenceAndATenthIsNone) {
  EXPECT_EQ(verdict(1000, 1030), statistics::Verdict::slower);
  EXPECT_EQ(verdict(1000, 970), statistics::Verdict::faster);
  EXPECT_EQ(verdict(1000, 1001), statistics::Verdict::same);
}

TEST(Compare, NoiseLargerThanTheDifferenceIsUnclear) {
  EXPECT_EQ(verdict(1000, 1030, 0.03), statistics::Verdict::unclear);
}

TEST(Compare, ANoisyRunIsTheSameAsItself) {
  const RunFiles run = run_of({figure("v", 1000, 0.3), formula(figure("w", 900, 0.3))});
  for (const Difference& difference : compare_runs(run, run, {}).differences) {
    EXPECT_EQ(difference.verdict, statistics::Verdict::same);
    EXPECT_EQ(difference.ratio.ratio, 1);
  }
}

TEST(Compare, TheIntervalCombinesTheErrorsOfBothMedians) {
  store::Row base = figure("v", 1000);
  base.ci_low_ns = 970;
  base.ci_high_ns = 1000;
  store::Row next = figure("v", 2000);
  next.ci_low_ns = 2000;
  next.ci_high_ns = 2080;
  const Difference difference = only_difference(run_of({base}), run_of({next}));
  EXPECT_NEAR(difference.ratio.ratio, 2, 1e-9);
  EXPECT_NEAR(difference.ratio.ci.low, 2, 1e-9) << "neither may the new be faster nor the base slower";
  EXPECT_NEAR(difference.ratio.ci.high, 2 * 1.05, 0.003) << "4 % and 3 % at a right angle";
}

TEST(Compare, TooFewSamplesAreUnclear) {
  store::Row few = figure("v", 2000);
  few.samples = 5;
  EXPECT_EQ(only_difference(run_of({figure("v", 1000)}), run_of({few})).verdict, statistics::Verdict::unclear);
}

TEST(Compare, ADifferenceMustExceedTheNoiseOfEitherRun) {
  const RunFiles base = run_of({figure("v", 1000)});
  const RunFiles next = run_of({figure("v", 1030)});
  EXPECT_EQ(only_difference(with_context(base, 0.04), next).verdict, statistics::Verdict::unclear);
  EXPECT_EQ(only_difference(base, with_context(next, 0.04)).verdict, statistics::Verdict::unclear);
  EXPECT_EQ(only_difference(with_context(base, 0.01), with_context(next, 0.01)).verdict, statistics::Verdict::slower);
}

TEST(Compare, AMachineThatThePilotFoundSlowerIsNoSlowerKernel) {
  const RunFiles base = with_context(run_of({figure("v", 1000)}), 0, 500);
  const RunFiles next = with_context(run_of({figure("v", 1100)}), 0, 550);
  const Difference difference = only_difference(base, next);
  EXPECT_NEAR(difference.machine.value(), 1.1, 1e-9);
  EXPECT_NEAR(difference.ratio.ratio, 1, 1e-9);
  EXPECT_EQ(difference.verdict, statistics::Verdict::same);
  EXPECT_EQ(only_difference(with_context(run_of({figure("v", 1000)}), 0), next).verdict, statistics::Verdict::slower)
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
  EXPECT_EQ(difference.verdict, statistics::Verdict::slower);
}

TEST(Compare, WhereOnlyArithmeticBecameSlowerAKernelMayBeToo) {
  RunFiles base = with_context(run_of({figure("v", 1000)}), 0, 500);
  RunFiles next = with_context(run_of({figure("v", 1030)}), 0, 500);
  EXPECT_EQ(only_difference(base, next).verdict, statistics::Verdict::slower);
  base.context.workloads[0].arithmetic_pilot = {100, {100, 100}, 20};
  next.context.workloads[0].arithmetic_pilot = {105, {105, 105}, 20};
  EXPECT_NEAR(only_difference(base, next).indifference, 0.05, 1e-9);
  EXPECT_EQ(only_difference(base, next).verdict, statistics::Verdict::unclear);
}

TEST(Compare, OneOfManyNeedsMoreThanOneAlone) {
  const auto rows = [](double first_ns) {
    std::vector<store::Row> all{figure("v0", first_ns, 0.01)};
    for (int i = 1; i < 400; ++i) all.push_back(figure("v" + std::to_string(i), 1000, 0.01));
    return all;
  };
  std::vector<store::Row> next = rows(1036);
  for (store::Row& row : next) row.seed = 2;  // another measurement
  EXPECT_EQ(only_difference(run_of({rows(1000)[0]}), run_of({next[0]}), {.every_variant = true}).verdict,
            statistics::Verdict::slower);
  const auto many = compare_runs(run_of(rows(1000)), run_of(next), {.every_variant = true}).differences;
  EXPECT_NE(many[0].verdict, statistics::Verdict::slower);
}

TEST(Compare, ComparesTheBestOfEachClass) {
  store::Row best = figure("a", 1000);
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
  EXPECT_EQ(comparison.differences[0].verdict, statistics::Verdict::same);
  EXPECT_EQ(comparison.differences[1].base->variant, "b");
  EXPECT_EQ(comparison.differences[1].verdict, statistics::Verdict::slower);
  ASSERT_EQ(comparison.failed.size(), 1u);
  EXPECT_EQ(comparison.failed[0]->variant, "c");
}

TEST(Compare, NamesWhatOnlyOneRunHasAndWhatFailed) {
  store::Row other = figure("v", 1000);
  other.op = "truncate";
  store::Row third = other;
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
            "1 compared: 1 SAME; 1 failed; 1 missing\n");
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

store::Row on(const std::string& adapter, store::Row row) {
  row.adapter = adapter;
  return row;
}

/// A run merged from a slow and a fast adapter, with a pilot each.
RunFiles run_of_two(std::vector<store::Row> rows, double slow_pilot_ns) {
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
  EXPECT_EQ(comparison.only_base, std::vector<UnmatchedClass>({{kFloor, "exact", "slow"}}));
  EXPECT_THAT(comparison_table(comparison, {}), HasSubstr("only in base: " + kFloor + " exact on slow\n"));
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
  EXPECT_DOUBLE_EQ(only_difference(base, next).machine.value(), 1.1);
}

TEST(Compare, RefusesRunsUnderDifferentConditionsUnlessAskedTo) {
  const RunFiles base = with_context(run_of({figure("v", 1000)}), 0, 500);
  const auto changed = [&](auto change) {
    RunFiles next = with_context(run_of({figure("v", 2000)}, "new.csv"), 0, 1000);
    change(next.context);
    return next;
  };
  for (const RunFiles& next : {changed([](store::RunContext& context) { context.device.adapter = "another"; }),
                               changed([](store::RunContext& context) { context.device.driver = "another"; }),
                               changed([](store::RunContext& context) { context.device.implementation = "another"; }),
                               changed([](store::RunContext& context) { context.mode = "cold"; })}) {
    EXPECT_THROW(compare_runs(base, next, {}), Error);
    const Difference difference = only_difference(base, next, {.across = true});
    EXPECT_EQ(difference.verdict, statistics::Verdict::slower) << "another machine's speed is not corrected away";
  }
}

TEST(Compare, RefusesAVerificationWhichTimesNothing) {
  const RunFiles base = run_of({figure("v", 1000)});
  RunFiles verified = base;
  verified.context.mode = "verify";
  EXPECT_THROW(compare_runs(base, verified, {.across = true}), Error);
  EXPECT_THROW(compare_runs(verified, base, {.across = true}), Error);
}

TEST(Compare, AStoppedRunIsNamedAndUnclearHoweverLargeTheDifference) {
  const RunFiles base = with_context(run_of({figure("v", 1000)}), 0, 500);
  for (const double median_ns : {571.0, 1744.0}) {
    const RunFiles next = stopped(run_of({figure("v", median_ns)}));
    const Difference difference = only_difference(base, next);
    EXPECT_EQ(difference.verdict, statistics::Verdict::unclear);
    EXPECT_EQ(difference.unclear, "the new run was stopped before its confirmation");
    EXPECT_EQ(only_difference(next, base).unclear, "the base run was stopped before its confirmation");
    EXPECT_EQ(only_difference(next, next).verdict, statistics::Verdict::unclear) << "also against itself";
  }
  const RunFiles confirmed = stopped(with_context(run_of({figure("v", 1030)}), 0, 500));
  EXPECT_EQ(only_difference(base, confirmed).verdict, statistics::Verdict::slower)
      << "another workload's end is missing";
  RunFiles lost = confirmed;
  lost.context.workloads[0].unconfirmed = "device lost: gone";
  EXPECT_EQ(only_difference(base, lost).unclear, "the new run could not confirm it: device lost: gone");
}

TEST(Compare, AnUnclearVerdictSaysWhatItMissesAndWhatWouldSettleIt) {
  const auto why = [](double next_ns, double half_width, double noise = 0) {
    store::Row base = figure("v", 1000, half_width);
    store::Row next = figure("v", next_ns, half_width);
    base.blocks = next.blocks = 1000;
    return only_difference(with_context(run_of({base}), noise), run_of({next})).unclear;
  };
  EXPECT_EQ(why(1000.1, 0.02),
            "0.972 to 1.029 is neither within 0.980 to 1.020 (SAME) nor above 1.010 (SLOWER); about 3 times as many "
            "samples would make it SAME");
  EXPECT_THAT(why(950, 0.04),
              HasSubstr("nor below 0.990 (FASTER); about 4 times as many samples would make it FASTER"));
  EXPECT_EQ(why(1020, 0.0065),
            "1.011 to 1.029 is above 1.010 with 95 % confidence and not with the 99 % of SLOWER; about 2 times as many "
            "samples would make it SLOWER");
  EXPECT_THAT(why(1030, 0.001, 0.05), HasSubstr("nor above 1.050 (SLOWER); less noise than 5.0 % would settle it"));
  store::Row few = figure("v", 2000);
  few.samples = 5;
  EXPECT_EQ(only_difference(run_of({figure("v", 1000)}), run_of({few})).unclear,
            "5 blocks in the new run, where an interval takes 6; measure longer");
}

TEST(Compare, AGateFailsOnWhatItIsToldToAndOnNothingInCommon) {
  store::Row truncate = figure("v", 1000);
  truncate.op = "truncate";
  store::Row formula_row = formula(figure("w", 900));
  const RunFiles base = run_of({figure("v", 1000), formula_row, truncate});
  const RunFiles next = stopped(run_of({figure("v", 1000), failed(formula_row)}));
  const RunComparison comparison = compare_runs(base, next, {});
  EXPECT_EQ(gate_text(comparison, {GateFault::slower}), "");
  EXPECT_EQ(gate_text(comparison, {GateFault::unclear, GateFault::missing, GateFault::failed}),
            "1 unclear, 1 missing, 1 failed");
  for (const RunFiles& nothing : {run_of({}), run_of({failed(figure("v", 1000))})}) {
    EXPECT_EQ(gate_text(compare_runs(nothing, base, {}), {GateFault::slower}), "the runs have nothing in common");
    EXPECT_EQ(compare_runs(base, nothing, {}).only_base.size() + compare_runs(base, nothing, {}).failed.size(), 3u);
  }
  const RunComparison empty = compare_runs(base, run_of({}), {});
  EXPECT_EQ(gate_text(empty, {GateFault::missing}), "3 missing");
  const std::string text = comparison_table(empty, {});
  EXPECT_TRUE(text.starts_with("only in base: ") && text.ends_with("\n0 compared; 3 missing\n")) << text;
}

TEST(CompareJson, HoldsVerdictsIntervalsAndCounts) {
  store::Row truncate = figure("v", 1000);
  truncate.op = "truncate";
  const RunFiles base = with_context(run_of({figure("v", 1000), formula(figure("w", 900)), truncate}), 0, 500);
  const RunFiles next = with_context(run_of({figure("u", 1100), failed(formula(figure("w", 900)))}, "new.csv"), 0, 505);
  const auto json = nlohmann::json::parse(comparison_json(base, next, compare_runs(base, next, {}), {}));
  EXPECT_EQ(json["new"]["journal"], "new.csv");
  EXPECT_EQ(json["counts"]["SLOWER"], 1);
  EXPECT_EQ(json["counts"]["UNCLEAR"], 0);
  EXPECT_EQ(json["counts"]["missing"], 1);
  const auto& difference = json["differences"].at(0);
  EXPECT_EQ(difference["workload"], kFloor);
  EXPECT_EQ(difference["base_variant"], "v");
  EXPECT_EQ(difference["new_ns"], 1100);
  EXPECT_EQ(difference["verdict"], "SLOWER");
  EXPECT_NEAR(difference["ratio"].get<double>(), 1.1 / 1.01, 1e-9);
  EXPECT_LT(difference["ratio_low"], difference["ratio"]);
  EXPECT_EQ(difference["corrected"], true);
  EXPECT_EQ(json["failed"].at(0)["status"], "wrong result");
  EXPECT_EQ(json["missing"].at(0)["workload"], store::workload_of(truncate));
}

}  // namespace
}  // namespace modlab::report
