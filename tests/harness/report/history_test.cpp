#include "harness/report/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/report/history_text.h"
#include "kernels/error.h"
#include "tests/support/measured_row.h"

namespace modlab::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::ThrowsMessage;

const std::string kSeriesWorkload = "floor/f32/1000/packed/out/mixed";

/// A run of that day and revision in which the best exact variant took so long.
RunFiles run_on(int day, const std::string& revision, double median_ns) {
  RunFiles run{.path = "run-" + revision + ".csv", .rows = {measured_row("v", median_ns, 0.003)}, .context = {}};
  run.rows.front().run = revision;
  run.context.mode = "warm";
  run.context.device.adapter = "a GPU";
  run.context.started = "2026-11-0" + std::to_string(day) + "T00:00:00Z";
  run.context.finished = "2026-11-0" + std::to_string(day) + "T00:01:00Z";
  run.context.revision = revision;
  return run;
}

/// The same with a memory pilot.
RunFiles with_pilot(RunFiles run, double pilot_ns) {
  run.context.workloads.push_back(
      {.workload = kSeriesWorkload, .aa_variant = "v", .aa_ratio = 1, .aa_low = 1, .aa_high = 1});
  run.context.workloads.back().pilot = {pilot_ns, {pilot_ns, pilot_ns}, 20};
  return run;
}

TEST(History, AChangePointFallsBetweenTheRunsWhoseVerdictDiffers) {
  const std::vector<RunFiles> runs{run_on(1, "a", 1000), run_on(2, "b", 1001), run_on(3, "c", 1080),
                                   run_on(4, "d", 1081)};
  const History history = history_of(runs, 0.01);
  ASSERT_EQ(history.series.size(), 1U);
  const Series& series = history.series.front();
  EXPECT_FALSE(series.changes_at(1));
  EXPECT_TRUE(series.changes_at(2));
  EXPECT_FALSE(series.changes_at(3));
  EXPECT_EQ(series.steps[1].verdict, statistics::Verdict::slower);
  EXPECT_EQ(series.overall->verdict, statistics::Verdict::slower);
  EXPECT_EQ(history.judged, 4U) << "three steps, and the last against the first";
  const std::string text = history_table(history);
  EXPECT_THAT(text, HasSubstr("change: " + kSeriesWorkload +
                              " exact between run 2 and run 3: 1.079 (1.074 to 1.084) SLOWER; revision b to c\n"));
  EXPECT_TRUE(text.ends_with("1 series over 4 runs: 1 change point\n")) << text;
}

TEST(History, ADriftTooSlowForAnyStepShowsOverall) {
  std::vector<RunFiles> runs;
  for (int day = 1; day <= 9; ++day) runs.push_back(run_on(day, std::to_string(day), 1000 + 8 * day));
  const History history = history_of(runs, 0.01);
  const Series& series = history.series.front();
  for (std::size_t i = 1; i < series.points.size(); ++i) EXPECT_FALSE(series.changes_at(i)) << i;
  EXPECT_EQ(series.overall->verdict, statistics::Verdict::slower);
}

TEST(History, RunsAreInTheOrderTheyWereStarted) {
  const std::vector<RunFiles> runs{run_on(3, "c", 1000), run_on(1, "a", 1000), run_on(2, "b", 1000)};
  const History history = history_of(runs, 0.01);
  EXPECT_THAT(history.runs, ElementsAre(&runs[1], &runs[2], &runs[0]));
}

TEST(History, ARunWithoutTheWorkloadIsPassedOver) {
  std::vector<RunFiles> runs{run_on(1, "a", 1000), run_on(2, "b", 1000), run_on(3, "c", 1100)};
  runs[1].rows.front().op = "truncate";
  const History history = history_of(runs, 0.01);
  ASSERT_EQ(history.series.size(), 2U);
  EXPECT_EQ(history.series[0].points.back().run, 2U);
  EXPECT_TRUE(history.series[0].changes_at(1));
  EXPECT_EQ(history.series[1].overall, std::nullopt) << "there is nothing to compare a single run with";
}

TEST(History, RefusesRunsOfSeveralAdaptersModesOrWithoutTimings) {
  const std::vector<RunFiles> runs{run_on(1, "a", 1000), run_on(2, "b", 1000)};
  const auto refusal = [&](const auto& change) {
    std::vector<RunFiles> changed = runs;
    change(changed.back());
    return [changed] { history_of(changed, 0.01); };
  };
  EXPECT_THAT(refusal([](RunFiles& run) { run.context.device.adapter = "another"; }),
              ThrowsMessage<Error>(HasSubstr("run-a.csv and run-b.csv ran on different adapters")));
  EXPECT_THAT(refusal([](RunFiles& run) { run.context.mode = "cold"; }),
              ThrowsMessage<Error>(HasSubstr("different modes, 'warm' and 'cold'")));
  EXPECT_THAT(refusal([](RunFiles& run) { run.context.parts.resize(2); }),
              ThrowsMessage<Error>(HasSubstr("run-b.csv: is merged from several adapters")));
  std::vector<RunFiles> verified = runs;
  for (RunFiles& run : verified) run.context.mode = "verify";
  EXPECT_THAT([&] { history_of(verified, 0.01); }, ThrowsMessage<Error>(HasSubstr("run-a.csv: has no timings")));
  EXPECT_THAT([&] { history_of(std::span(runs).first(1), 0.01); }, ThrowsMessage<Error>(HasSubstr("two runs")));
}

TEST(History, ClaimsPilotsOnlyWhereBothRunsHadThem) {
  std::vector<RunFiles> runs{with_pilot(run_on(1, "a", 1000), 500), with_pilot(run_on(2, "b", 1000), 500)};
  const std::string claim = "ratios are divided by those of the memory pilot's times in the same two runs";
  EXPECT_THAT(history_table(history_of(runs, 0.01)), HasSubstr(claim + "\n"));
  runs.push_back(run_on(3, "c", 1744));
  runs.back().context.finished.clear();
  const History history = history_of(runs, 0.01);
  const std::string text = history_table(history);
  EXPECT_THAT(text, HasSubstr(claim + ", but not between runs 2 and 3\n"));
  EXPECT_THAT(text,
              HasSubstr("unfinished: run 3 was stopped before its confirmation: " + kSeriesWorkload + " exact\n"));
  EXPECT_TRUE(text.ends_with(": 0 change points\n")) << "an unfinished run is no change";
  const auto json = nlohmann::json::parse(history_json(history));
  EXPECT_EQ(json["series"][0]["points"][2]["unfinished"], true);
  EXPECT_EQ(json["series"][0]["overall"]["corrected"], false);
  EXPECT_THAT(history_table(history_of(std::vector{run_on(1, "a", 1000), run_on(2, "b", 1000)}, 0.01)),
              Not(HasSubstr("pilot")));
}

TEST(History, ARunInWhichEverythingFailedHasNoPoints) {
  std::vector<RunFiles> runs{run_on(1, "a", 1000), run_on(2, "b", 1000)};
  runs[1].rows.front().status = "wrong result";
  const History history = history_of(runs, 0.01);
  EXPECT_EQ(history.series.at(0).points.size(), 1u);
  runs[0].rows.clear();
  EXPECT_TRUE(history_table(history_of(runs, 0.01)).ends_with("0 series over 2 runs: 0 change points\n"));
}

TEST(History, NamesWhatElseChangedBetweenTwoRuns) {
  store::RunContext from;
  from.revision = "a";
  from.device.driver = "1";
  store::RunContext to = from;
  EXPECT_THAT(what_changed(from, to), IsEmpty());
  to.device.driver = "2";
  to.compiler_version = "dxc";
  EXPECT_THAT(what_changed(from, to), ElementsAre("driver 1 to 2", "compiler unknown to dxc"));
}

TEST(HistoryJson, HoldsRunsPointsAndChanges) {
  const std::vector<RunFiles> runs{run_on(1, "a", 1000), run_on(2, "b", 900)};
  const auto json = nlohmann::json::parse(history_json(history_of(runs, 0.01)));
  EXPECT_EQ(json["adapter"], "a GPU");
  EXPECT_EQ(json["runs"][1]["revision"], "b");
  const auto& series = json["series"][0];
  EXPECT_EQ(series["workload"], kSeriesWorkload);
  EXPECT_EQ(series["points"][1]["median_ns"], 900);
  EXPECT_EQ(series["points"][1]["run"], 1);
  EXPECT_EQ(series["changes"][0]["verdict"], "FASTER");
  EXPECT_EQ(series["changes"][0]["from_revision"], "a");
  EXPECT_EQ(series["changes"][0]["changed"][0], "revision a to b");
  EXPECT_NEAR(series["overall"]["ratio"].get<double>(), 0.9, 1e-12);
}

}  // namespace
}  // namespace modlab::report
