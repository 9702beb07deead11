#include "harness/report/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "harness/report/none_passed.h"
#include "harness/report/summary_json.h"
#include "kernels/candidate.h"
#include "kernels/files/kernel_file.h"
#include "tests/support/measured_row.h"

namespace modlab::report {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

store::Row measured_tie(const std::string& variant, const std::string& accuracy, double median_ns,
                        const std::string& tie) {
  store::Row row = measured_row(variant, median_ns, 0.01);
  row.accuracy = accuracy;
  row.mismatches = accuracy == "exact" ? 0 : 42;
  row.max_ulp = accuracy == "exact" ? 0 : 3;
  row.stop = tie == "no" ? "time" : "precise";
  row.roofline_gbps = 16;
  row.roofline_pct = 100 * *row.gbps / 16;
  row.tie = tie;
  return row;
}

store::RunContext context_of_run() {
  store::RunContext context;
  context.run = "run";
  context.seed = 1;
  context.mode = "warm";
  context.device.adapter = "a GPU";
  context.device.implementation = "libvkd3d 2.1";
  context.compiler_version = "vkd3d-shader 2.1";
  context.clock_step_ns = 1;
  context.empty_pair_ns = 1500;
  context.workloads.push_back({.workload = "floor/f32/1000/packed/out/mixed",
                               .aa_variant = "best",
                               .aa_ratio = 1.001,
                               .aa_low = 0.998,
                               .aa_high = 1.004,
                               .aa_verdict = "SAME",
                               .space = 5,
                               .unconfirmed = {},
                               .pilot = {800, {790, 810}, 20},
                               .launch_floor = {2500, {2400, 2600}, 20},
                               .drifted = 12});
  context.spent = {.compile = 1.25, .verify = 3, .measure = 40.5, .other = 0.25};
  return context;
}

TEST(Summary, ShowsThePackedCopyBesideAStridedWorkload) {
  store::Row row = measured_tie("best", "exact", 1000, "best");
  row.packed_gbps = 24;
  EXPECT_NE(
      summarize({row}, context_of_run()).find("; 75 % of the roofline 16.00 GB/s, 50 % of a packed copy, 24.00 GB/s\n"),
      std::string::npos);
}

TEST(Summary, ShowsWinnerTieSetRooflineSpeedUpAndNoise) {
  store::Row refused = measured_tie("refused", "exact", 1, "");
  refused.status = "device refused";
  const std::vector<store::Row> rows{
      measured_tie("plain", "exact", 4000, "no"), measured_tie("best", "exact", 1000, "best"),
      measured_tie("near", "exact", 1003, "yes"), measured_tie("quick", "formula", 900, "best"), refused};
  EXPECT_EQ(summarize(rows, context_of_run()),
            "run\n"
            "a GPU, libvkd3d 2.1, vkd3d-shader 2.1\n"
            "clock step 1.0 ns, empty pair 1.50 us; mode warm, seed 1\n"
            "spent 45.0 s, 90 % of it measuring: compile 1.2, verify 3.0, measure 40.5, other 0.2\n"
            "\n"
            "floor/f32/1000/packed/out/mixed\n"
            "  4 variants measured of 5, 1 device refused\n"
            "  sampling stopped: 3 precise, 1 time\n"
            "  exact    best\n"
            "           12.00 GB/s, 1.00 us (990.0 ns to 1.01 us); 75 % of the roofline 16.00 GB/s\n"
            "           4.00x the plainest, plain\n"
            "           ties with 1:\n"
            "             near  +0.3 %\n"
            "  formula  quick\n"
            "           13.33 GB/s, 900.0 ns (891.0 ns to 909.0 ns); 83 % of the roofline 16.00 GB/s\n"
            "           42 results inexact, at most 3 ULP off\n"
            "           alone in its tie set\n"
            "  noise floor 0.4 %: the best variant against itself +0.1 % (-0.2 to +0.4), SAME\n"
            "  pilots: memory 800.0 ns; 12 samples drifted\n"
            "  launch floor 2.50 us: a launch that does nothing\n");
}

TEST(Summary, ShowsAPeerBesideTheExactWinnerWithTheRatio) {
  store::Row peer = measured_tie("directml", "peer", 1500, "best");
  store::set_candidate(peer, Candidate::of_peer("directml"));
  peer.set_choice("compiler", "DirectML 1.2.3");
  store::Row best = measured_tie("best", "exact", 1000, "best");
  peer.blocks = best.blocks = 20;
  const std::string text = summarize({best, peer}, context_of_run());
  EXPECT_NE(text.find("  1 variants measured of 5\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  peer     directml, DirectML 1.2.3\n"
                      "           8.00 GB/s, 1.50 us (1.49 us to 1.51 us); 50 % of the roofline\n"
                      "           42 results inexact, at most 3 ULP off\n"
                      "           the exact winner is 1.50x as fast (1.48 to 1.52)\n"),
            std::string::npos)
      << text;
}

TEST(Summary, CallsOnlyTheSpacesPlainestVariantThePlainest) {
  const std::vector<store::Row> rows{measured_tie("plain", "exact", 4000, "no"),
                                     measured_tie("best", "exact", 1000, "best")};
  const auto says = [](const std::vector<store::Row>& of, const store::RunContext& context, const std::string& what) {
    return summarize(of, context).find("           4.00x " + what + "\n") != std::string::npos;
  };
  store::RunContext context = context_of_run();
  EXPECT_TRUE(says(rows, context, "the plainest, plain"));
  context.filter = "threads=64";
  EXPECT_TRUE(says(rows, context, "the plainest of these, plain"));
  KernelFile kernel;
  kernel.file = "mine.hlsl";
  kernel.hash = "01234567";
  context.kernels = {std::make_shared<const KernelFile>(kernel)};
  context.filter = "mine.hlsl-01234567";
  EXPECT_TRUE(says(rows, context, "the plainest, plain")) << "beside the whole space";
  context.filter += " only-kernel";
  const std::vector<store::Row> own{measured_tie("mine:N=2", "exact", 4000, "no"),
                                    measured_tie("mine:N=1", "exact", 1000, "best")};
  EXPECT_TRUE(says(own, context, "mine:N=2"));
}

TEST(Summary, SaysLoudlyWhenAKernelDiffersFromItself) {
  store::RunContext context = context_of_run();
  const std::vector<store::Row> rows{measured_tie("best", "exact", 1000, "best")};
  EXPECT_EQ(summarize(rows, context).find("A/A"), std::string::npos);
  context.workloads[0].aa_low = 1.011;
  context.workloads[0].aa_high = 1.025;
  context.workloads[0].aa_verdict = "SLOWER";
  context.workloads[0].drifted = 3;
  const std::string text = summarize(rows, context);
  EXPECT_NE(text.find("SLOWER\n  A/A IS NOT SAME: differences of up to 2.5 % say nothing here; more than chance "
                      "explains: run again\n"),
            std::string::npos)
      << text;
}

TEST(Summary, TellsTooLittleTimeFromAnUnsteadyMachine) {
  store::RunContext context = context_of_run();
  context.workloads[0].aa_low = 0.98;
  context.workloads[0].aa_high = 1.02;
  context.workloads[0].aa_verdict = "UNCLEAR";
  context.workloads[0].pilot.blocks = 1000;
  context.workloads[0].drifted = 7;
  std::vector<store::Row> rows{measured_tie("best", "exact", 1000, "best")};  // of 15 samples
  const std::string few = "A/A IS NOT SAME: differences of up to 2.0 % say nothing here; ";
  EXPECT_THAT(summarize(rows, context),
              HasSubstr(few + "too little time: 0.5 % takes about 12 min, 16 times as long\n"));
  context.workloads[0].pilot.blocks = 0;
  context.spent = {};
  EXPECT_THAT(summarize(rows, context), HasSubstr("0.5 % takes about 16 times as long\n")) << "as earlier versions";
  context.workloads[0].drifted = 15;
  EXPECT_THAT(summarize(rows, context),
              HasSubstr(few + "the machine was not steady, 50 % of the samples drifted: run again on a quieter one\n"));
}

TEST(Summary, SaysHowLongTheWholeRunWouldHaveToBe) {
  store::RunContext context = context_of_run();
  std::vector<store::Row> rows;
  for (const double reach : {0.004, 0.02, 0.04, 0.02}) {
    rows.push_back(measured_tie("best", "exact", 1000, "best"));
    rows.back().shape = std::to_string(rows.size());
    context.workloads.push_back(context.workloads.front());
    store::WorkloadContext& about = context.workloads.back();
    about.workload = store::workload_of(rows.back());
    about.aa_low = 1 - reach;
    about.aa_high = 1 + reach;
    about.aa_verdict = reach < 0.005 ? "SAME" : "UNCLEAR";
    about.pilot.blocks = 1000;
    about.drifted = 0;
  }
  const std::string text = summarize(rows, context);
  EXPECT_TRUE(text.ends_with(
      "\ntoo little time for 3 of 4 workloads: a run of 12 min would do for half of them, 48 min for all\n"))
      << text;
}

TEST(Summary, OfAWorkloadWithoutAVariantSaysTheCommonestReason) {
  std::vector<store::Row> rows;
  for (int i = 0; i < 5; ++i) {
    rows.push_back(measured_tie("v" + std::to_string(i), "exact", 1, ""));
    rows.back().status = i < 3 ? "wrong result" : "device refused";
    rows.back().detail = i == 0 ? "the first\nof two lines" : i < 3 ? "3 of 1000 results wrong" : "no room";
  }
  const std::string why = "no variant passed; 3 of 5: wrong result: 3 of 1000 results wrong";
  EXPECT_THAT(summarize(rows, context_of_run()), HasSubstr("3 wrong result\n  " + why + "\n"));
  store::RunContext context = context_of_run();
  context.workloads.push_back(
      {.workload = "floor/f16/1000/packed/out/mixed", .unconfirmed = "device refused: no room"});
  EXPECT_THAT(where_none_confirmed(rows, context),
              ElementsAre(context.workloads[0].workload + ": " + why,
                          context.workloads[1].workload +
                              ": no variant was tried; not confirmed: device refused: no room; --resume tries again"));
  store::Row peer = measured_tie("directml", "peer", 1500, "best");
  rows.push_back(peer);
  EXPECT_EQ(where_none_confirmed(rows, context).size(), 2u) << "a peer is no variant";
  rows.push_back(measured_tie("best", "exact", 1000, "best"));
  EXPECT_EQ(where_none_confirmed(rows, context).size(), 1u);
  context.workloads[0].unconfirmed = "crashed: gone";
  EXPECT_THAT(where_none_confirmed(rows, context)[0],
              EndsWith("mixed: not confirmed: crashed: gone; --resume tries again"));
}

TEST(SummaryJson, HoldsWinnersTieSetsAndNoise) {
  store::Row refused = measured_tie("refused", "exact", 1, "");
  refused.status = "device refused";
  store::Row inexact = measured_tie("quick", "formula", 900, "best");
  inexact.max_ulp = std::numeric_limits<double>::infinity();
  const std::vector<store::Row> rows{measured_tie("plain", "exact", 4000, "no"),
                                     measured_tie("best", "exact", 1000, "best"),
                                     measured_tie("near", "exact", 1003, "yes"), inexact, refused};
  const auto json = nlohmann::json::parse(summary_json(rows, context_of_run()));
  EXPECT_EQ(json["adapters"][0]["adapter"], "a GPU");
  const auto& workload = json["workloads"].at(0);
  EXPECT_EQ(workload["workload"], "floor/f32/1000/packed/out/mixed");
  EXPECT_EQ(workload["measured"], 4);
  EXPECT_EQ(workload["failed"]["device refused"], 1);
  EXPECT_EQ(workload["stopped"]["precise"], 3);
  const auto& exact = workload["classes"].at(0);
  EXPECT_EQ(exact["best"]["variant"], "best");
  EXPECT_EQ(exact["best"]["ci_high_ns"], 1010);
  EXPECT_EQ(exact["ties"].at(0)["variant"], "near");
  EXPECT_EQ(exact["times_plainest"], 4);
  EXPECT_EQ(exact["settled"], true);
  EXPECT_EQ(workload["classes"].at(1)["best"]["max_ulp"], nullptr);
  EXPECT_NEAR(workload["findings"].at(0)["aa"]["noise_floor"].get<double>(), 0.004, 1e-12);
  EXPECT_EQ(workload["findings"].at(0)["pilot"]["median_ns"], 800);
}

TEST(Summary, OfARunWithoutAPilotSaysNothingOfIt) {
  store::RunContext context = context_of_run();
  context.workloads[0].pilot = {};
  context.spent = {};
  const std::string text = summarize({measured_tie("best", "exact", 1000, "best")}, context);
  EXPECT_EQ(text.find("pilot"), std::string::npos) << text;
  EXPECT_EQ(text.find("spent"), std::string::npos) << text;
}

TEST(Summary, SaysWhenARunEndedBeforeItsComparison) {
  store::RunContext context = context_of_run();
  context.workloads.clear();
  const std::string text = summarize({measured_tie("only", "exact", 1000, "")}, context);
  EXPECT_NE(text.find("not confirmed: the run ended before the best were compared"), std::string::npos) << text;
}

TEST(Summary, ARunWithoutRowsHasAHead) { EXPECT_TRUE(summarize({}, context_of_run()).starts_with("run\n")); }

TEST(Summary, OfAMergedRunHasASectionForEachAdapter) {
  store::RunContext whole;
  for (const char* adapter : {"slow", "fast"}) {
    store::RunContext part = context_of_run();
    part.device.adapter = adapter;
    part.merged = {std::string(adapter) + ".csv"};
    whole.parts.push_back(part);
  }
  std::vector<store::Row> rows{measured_tie("a", "exact", 4000, "best"), measured_tie("b", "exact", 1000, "best")};
  rows[0].adapter = "slow";
  rows[1].adapter = "fast";
  const std::string text = summarize(rows, whole);
  EXPECT_EQ(text, summarize({rows[0]}, whole.parts[0]) + "\n" + summarize({rows[1]}, whole.parts[1]));
  EXPECT_NE(text.find("\nmerged from fast.csv\n"), std::string::npos) << text;
}

TEST(Summary, OfMergedShardsAddsUpTheirSpacesAndTellsTheirNoiseApart) {
  store::RunContext context = context_of_run();
  context.workloads.push_back(context.workloads[0]);
  context.workloads[0].run = "s0";
  context.workloads[1].run = "s1";
  context.workloads[1].pilot = {900, {890, 910}, 20};
  const std::string text = summarize({measured_tie("a", "exact", 1000, "best")}, context);
  EXPECT_NE(text.find("1 variants measured of 10\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  as s1 found:\n  noise floor 0.4 %"), std::string::npos) << text;
  EXPECT_NE(text.find("pilots: memory 900.0 ns; 12 samples drifted\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace modlab::report
