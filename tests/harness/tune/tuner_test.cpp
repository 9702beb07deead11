#include "harness/tune/tuner.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "harness/measure/roofline.h"
#include "harness/store/tuned.h"
#include "harness/system/file.h"
#include "kernels/choices.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/problem.h"
#include "tests/harness/tune/tuner_fixture.h"

namespace modlab::tune {
namespace {

std::set<std::string> variants_of(const std::vector<store::Row>& rows) {
  std::set<std::string> variants;
  for (const store::Row& row : rows) variants.insert(store::workload_of(row) + ' ' + row.variant);
  return variants;
}

TEST_F(TunerTest, FindsTheBestVariantAndKeepsEveryRow) {
  const auto& rows = tune_all();
  EXPECT_EQ(rows.size(), space_);
  EXPECT_EQ(std::ranges::count(rows, "best", &store::Row::tie), 1);
  EXPECT_EQ(row_of(kBest).tie, "best");
  EXPECT_GE(progress_calls_, static_cast<int>(space_));
}

TEST_F(TunerTest, TheFileHoldsWhatTheRunFound) {
  tune_all();
  const auto read = store::read_journal(folder_ / "run.csv").rows;
  ASSERT_EQ(read.size(), journal_->size());
  for (std::size_t i = 0; i < read.size(); ++i) EXPECT_EQ(read[i].row, i + 1);
}

TEST_F(TunerTest, EveryMeasuredRowHasItsFigures) {
  for (const store::Row& row : tune_all()) {
    EXPECT_LE(row.ci_low_ns, row.median_ns);
    EXPECT_GE(row.ci_high_ns, row.median_ns);
    EXPECT_LE(row.min_ns, row.q1_ns);
    EXPECT_LE(row.q1_ns, row.q3_ns);
    EXPECT_FALSE(row.stop.empty());
    EXPECT_GT(row.gbps, 0.0);
    EXPECT_GT(row.roofline_pct, 0.0);
    EXPECT_LT(row.roofline_pct, 100.0);
    EXPECT_EQ(row.mismatches, 0u);
    EXPECT_TRUE(row.tie == "best" || row.tie == "yes" || row.tie == "no" || row.tie == "untested");
    EXPECT_EQ(row.shader_hash.size(), 32u);
    EXPECT_EQ(row.adapter, "simulated");
  }
}

TEST_F(TunerTest, OnlyStridedWorkloadsHaveAPackedCopyBesideThem) {
  request_.workloads = {modulus::Workload{.shape = {64}},
                        modulus::Workload{.shape = {4, 16}, .layout = modulus::Layout::row_b}};
  for (const store::Row& row : tune_all()) EXPECT_EQ(row.packed_gbps > 0.0, row.layout == "row-b") << row.variant;
}

TEST_F(TunerTest, EverySampleIsKept) {
  tune_all();
  const auto samples = store::read_samples(folder_ / "run.csv");
  for (const store::Row& row : rows_) {
    const auto in_phase = [&](std::string_view phase) {
      return std::ranges::count_if(
          samples, [&](const store::Sample& s) { return s.row == row.row && !s.drifted && s.phase == phase; });
    };
    // The figures are those of the last phase that a row took part in.
    const auto count = in_phase("confirm") > 0 ? in_phase("confirm")
                       : in_phase("race") > 0  ? in_phase("race")
                                               : in_phase("screen");
    EXPECT_EQ(row.samples, static_cast<std::uint64_t>(count));
    EXPECT_EQ(row.tie == "untested", in_phase("race") == 0) << row.variant;
  }
}

TEST_F(TunerTest, TheContextIsCompletedWithTheNoiseFloor) {
  tune_all();
  const store::RunContext read = store::read_context(folder_ / "run.csv");
  EXPECT_FALSE(read.finished.empty());
  EXPECT_EQ(read.mode, "warm");
  ASSERT_EQ(read.workloads.size(), 1u);
  EXPECT_EQ(read.workloads[0].aa_variant, kBest);
  EXPECT_EQ(read.workloads[0].aa_verdict, "SAME");
  EXPECT_EQ(read.workloads[0].space, space_);
  const statistics::Estimate& pilot = read.workloads[0].pilot;
  EXPECT_NEAR(pilot.median,
              landscape(*modulus::copy_of(modulus::Variant{.access = Access::structured, .threads = 256})),
              0.01 * pilot.median);
  EXPECT_LE(pilot.ci.low, pilot.median);
  EXPECT_GE(pilot.ci.high, pilot.median);
  EXPECT_GE(pilot.blocks, statistics::kMinForInterval);
  EXPECT_NEAR(read.workloads[0].arithmetic_pilot.median, 1e6, 1e4);
  EXPECT_NEAR(read.workloads[0].launch_floor.median, 5e3, 50);
  EXPECT_GE(read.workloads[0].launch_floor.blocks, statistics::kMinForInterval);
  EXPECT_EQ(read.sampling.rounds, statistics::SamplingRule{}.rounds);
}

TEST_F(TunerTest, TheContextSaysWhatTheTimeWentInto) {
  tune_all();
  const store::TimeSpent spent = store::read_context(folder_ / "run.csv").spent;
  for (const double seconds : {spent.compile, spent.verify, spent.measure, spent.other}) EXPECT_GT(seconds, 0);
}

TEST_F(TunerTest, SamplesOfADriftingMachineAreMarkedAndCounted) {
  // Every tenth of a second of its own time, the machine slows down for a while.
  simulation_.slowdown = [](double now_ns) { return std::fmod(now_ns, 100e6) < 15e6 ? 1.5 : 1.0; };
  const auto& rows = tune_all();
  const auto samples = store::read_samples(folder_ / "run.csv");
  const auto marked = std::ranges::count(samples, true, &store::Sample::drifted);
  EXPECT_GT(marked, 0);
  EXPECT_EQ(context_.workloads[0].drifted, static_cast<std::uint64_t>(marked));
  for (const store::Row& row : rows) EXPECT_TRUE(row.median_ns.has_value()) << row.variant;
  EXPECT_EQ(row_of(kBest).tie, "best");
}

TEST_F(TunerTest, OutliersAreMarkedAndStayInTheFigures) {
  int launches = 0;
  simulation_.latency_ns = [&](const modulus::Variant& v) { return landscape(v) * (++launches % 53 == 0 ? 3 : 1); };
  const auto& rows = tune_all();
  const auto samples = store::read_samples(folder_ / "run.csv");
  const auto outliers = std::ranges::count(samples, true, &store::Sample::outlier);
  EXPECT_GT(outliers, 0);
  EXPECT_LT(outliers, static_cast<std::ptrdiff_t>(samples.size() / 10));
  for (const store::Row& row : rows) EXPECT_TRUE(row.median_ns.has_value());
}

TEST_F(TunerTest, TheModeIsThatOfEveryRow) {
  request_.conditions = {.mode = measure::Mode::cold, .cache_bytes = 4096};
  for (const store::Row& row : tune_all()) EXPECT_EQ(row.mode, "cold");
  EXPECT_EQ(context_.mode, "cold");
  EXPECT_EQ(context_.cache_bytes, 4096u);
}

TEST_F(TunerTest, EqualVariantsShareTheTieSet) {
  simulation_.latency_ns = [](const modulus::Variant& v) {
    return v.algorithm == modulus::Algorithm::copy ? 1e6 : v.threads == 256 ? 2e6 : 4e6;
  };
  request_.filter.add_where("algorithm=split");
  request_.filter.add_where("access=raw");
  request_.filter.add_where("binding=root");
  for (const store::Row& row : tune_all()) {
    const bool tied = row.tie == "best" || row.tie == "yes";
    EXPECT_EQ(tied, row.choice("threads") == "256") << row.variant << ' ' << *row.median_ns;
  }
}

TEST_F(TunerTest, MeasuringComparesEveryVariantInRounds) {
  request_.confirm_all = true;
  tune_all();
  const auto samples = store::read_samples(folder_ / "run.csv");
  std::set<std::uint64_t> confirmed;
  for (const store::Sample& sample : samples)
    if (sample.phase == "confirm") confirmed.insert(sample.row);
  EXPECT_EQ(confirmed.size(), space_);
}

TEST_F(TunerTest, ABudgetEndsTheSearchEarlyButNotWithoutARow) {
  request_.strategy = "random";
  request_.budget.limit.seconds = 1e-9;
  EXPECT_EQ(tune_all().size(), 1u);
}

TEST_F(TunerTest, ABudgetOfEvaluationsIsKeptToTheLast) {
  request_.strategy = "random";
  request_.budget.limit.evaluations = 7;
  EXPECT_EQ(tune_all().size(), 7u);
}

TEST_F(TunerTest, KernelsPreparedAheadGiveTheSameRows) {
  jobs_ = 3;
  EXPECT_EQ(tune_all().size(), space_);
  EXPECT_EQ(row_of(kBest).tie, "best");
}

TEST_F(TunerTest, AResumedRunEndsWithTheRowsOfAnUndisturbedOne) {
  request_.workloads.push_back(modulus::Workload{.shape = {64}, .data_set = modulus::DataSet::wide});
  for (const char* strategy : {"exhaustive", "bayes", "halving", "random"}) {
    SCOPED_TRACE(strategy);
    request_.strategy = strategy;
    if (request_.strategy != "exhaustive") request_.budget = {.limit = {.evaluations = 20.0}, .per_workload = true};
    simulation_.noise = 0;  // so that the searches go the same way
    const std::set<std::string> whole = variants_of(tune_all());
    for (const int stop : {3, 10, 17, 30, 40}) {
      SCOPED_TRACE(stop);
      stop_after_ = stop;
      try {
        tune_all();
        FAIL() << "was to be stopped";
      } catch (const Stopped&) {
      }
      const std::vector<store::Row> before = journal_->read_rows();
      stop_after_.reset();
      const std::vector<store::Row>& after = resume();
      EXPECT_EQ(variants_of(after), whole);
      EXPECT_EQ(after.size(), whole.size());
      for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i].utc, before[i].utc);
      EXPECT_EQ(context_.workloads.size(), 2u);
      EXPECT_EQ(std::ranges::count(after, "best", &store::Row::tie), 2);
    }
  }
}

TEST_F(TunerTest, WhatOneWorkloadHasShownOrdersTheSearchOfTheNext) {
  request_.workloads.push_back(modulus::Workload{.shape = {64}, .data_set = modulus::DataSet::wide});
  request_.strategy = "bayes";
  request_.budget = {.limit = {.evaluations = 30.0}, .per_workload = true};
  const auto first_of_second = [&] {
    const std::vector<store::Row>& rows = tune_all();
    return std::ranges::find(rows, "wide", &store::Row::data_set)->variant;
  };
  EXPECT_EQ(first_of_second(), kBest);
  EXPECT_TRUE(context_.transfer);
  request_.transfer = false;
  EXPECT_NE(first_of_second(), kBest);
  EXPECT_FALSE(context_.transfer);
}

TEST_F(TunerTest, ThePlainestVariantIsConfirmedThoughOthersWereTriedBeforeIt) {
  request_.workloads.push_back(modulus::Workload{.shape = {64}, .data_set = modulus::DataSet::wide});
  request_.strategy = "bayes";
  request_.budget = {.limit = {.evaluations = 30.0}, .per_workload = true};
  std::vector<store::Row> exact = tune_all();
  std::erase_if(exact, [](const store::Row& row) { return row.data_set != "wide" || row.accuracy != "exact"; });
  const store::Row& plainest =
      *std::ranges::min_element(exact, {}, [](const store::Row& row) { return plainness_of(row.variant); });
  EXPECT_NE(plainest.variant, exact.front().variant);
  EXPECT_EQ(plainest.tie, "no");
}

TEST_F(TunerTest, VariantsThatAreSlowToCompileAreTriedLess) {
  request_.filter = {};
  request_.strategy = "bayes";
  request_.budget = {.limit = {.evaluations = 100.0}};
  const auto is_slow = [](const modulus::Variant& variant) {
    return variant.binding == Binding::table;
  };  // which is no better
  const auto slow_ones = [&] {
    return std::ranges::count_if(tune_all(),
                                 [&](const store::Row& row) { return is_slow(modulus::parse_variant(row.variant)); });
  };
  const auto usual = slow_ones();
  constexpr double kHour_ms = 3.6e6;  // whatever else takes time here, it is less
  compile_ms_ = [&](const modulus::Variant& variant) { return is_slow(variant) ? kHour_ms : 0; };
  EXPECT_LT(3 * slow_ones(), 2 * usual);
}

TEST_F(TunerTest, AWorkloadOfANewTypeGetsMoreOfTheBudget) {
  request_.workloads.push_back(modulus::Workload{.shape = {64}, .data_set = modulus::DataSet::wide});
  request_.strategy = "bayes";
  request_.budget = {.limit = {.evaluations = 40.0}};
  const auto of_first = [&] { return std::ranges::count(tune_all(), "mixed", &store::Row::data_set); };
  EXPECT_EQ(of_first(), 30);
  request_.transfer = false;
  EXPECT_EQ(of_first(), 20);
}

TEST_F(TunerTest, WhatWasMeasuredIsNotMeasuredAgain) {
  tune_all();
  const std::string journal = read_file(folder_ / "run.csv");
  const std::string samples = read_file(folder_ / "run.samples.csv");
  simulation_.latency_ns = [](const modulus::Variant& variant) { return 2 * landscape(variant); };
  resume();
  EXPECT_EQ(read_file(folder_ / "run.csv"), journal);
  EXPECT_EQ(read_file(folder_ / "run.samples.csv"), samples);
}

TEST_F(TunerTest, SamplesOfARowThatWasNotFinishedAreDropped) {
  stop_after_ = 5;
  EXPECT_THROW(tune_all(), Stopped);
  std::ofstream(folder_ / "run.samples.csv", std::ios::app) << "6,screen,0,123,0,0\n6,screen,1,12";
  stop_after_.reset();
  resume();
  for (const store::Sample& sample : store::read_samples(folder_ / "run.csv")) EXPECT_GT(sample.ns, 124);
}

TEST_F(TunerTest, ShardsOfTheVariantsMakeTheWhole) {
  std::set<std::string> all;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    request_.shard = {i, 3};
    const auto& part = tune_all();
    rows += part.size();
    all.merge(variants_of(part));
  }
  EXPECT_EQ(all.size(), space_);
  EXPECT_EQ(rows, space_);
}

TEST_F(TunerTest, ShardsDealOutWorkloadsWhereThereAreEnough) {
  request_.workloads.push_back(modulus::Workload{.shape = {64}, .data_set = modulus::DataSet::wide});
  request_.shard = {1, 2};
  for (const store::Row& row : tune_all()) EXPECT_EQ(row.data_set, "wide");
  EXPECT_EQ(rows_.size(), space_);
}

class PeerTest : public TunerTest {
 protected:
  PeerTest() {
    open_peers_ = open_registered_peer;
    simulation_.latency_ns = [](const modulus::Variant& variant) {
      return variant == kPeersKernel ? 7e5 : landscape(variant);
    };
  }
};

TEST_F(PeerTest, IsTimedInTheSameRoundsAsTheBest) {
  tune_all();
  EXPECT_EQ(rows_.size(), space_ + 1);
  const store::Row& peer = row_of(kRegisteredPeer.name);
  EXPECT_EQ(peer.status, "ok") << peer.detail;
  EXPECT_EQ(peer.accuracy, "peer");
  EXPECT_EQ(peer.choice("compiler"), "Neighbour 1.2.3");
  EXPECT_EQ(peer.choice("threads"), "");
  EXPECT_NEAR(*peer.median_ns, 7e5, 7e3);
  EXPECT_TRUE(peer.per_pilot.has_value());
  EXPECT_EQ(peer.mismatches, 0U);
  EXPECT_EQ(peer.roofline_gbps, row_of(kBest).roofline_gbps);
  EXPECT_EQ(row_of(kBest).tie, "best") << "a peer does not compete";
  const auto samples = store::read_samples(folder_ / "run.csv");
  EXPECT_TRUE(
      std::ranges::any_of(samples, [&](const store::Sample& s) { return s.row == peer.row && s.phase == "confirm"; }));
}

TEST_F(PeerTest, MayHaveOthersBesideIt) {
  open_peers_ = [](Device& device) {
    Peers peers = open_registered_peer(device);
    peers.emplace("another", kRegisteredPeer.open(device, {}));
    return peers;
  };
  tune_all();
  EXPECT_EQ(rows_.size(), space_ + 2);
  for (const std::string_view peer : {kRegisteredPeer.name, std::string_view("another")}) {
    EXPECT_EQ(row_of(peer).status, "ok") << row_of(peer).detail;
    EXPECT_TRUE(row_of(peer).per_pilot.has_value()) << "of the rounds with the best";
  }
}

TEST_F(PeerTest, IsNeverWrongAndItsMismatchesAreCounted) {
  simulation_.failure = [](const modulus::Variant& variant) {
    return variant == kPeersKernel ? std::optional(Status::wrong_result) : std::nullopt;
  };
  tune_all();
  EXPECT_EQ(row_of(kRegisteredPeer.name).status, "ok");
  EXPECT_EQ(row_of(kRegisteredPeer.name).mismatches, 1U);
}

TEST_F(PeerTest, TeachesNothingAndIsNoTunedConfiguration) {
  request_.strategy = kDefaultStrategy;
  request_.workloads = {modulus::Workload{.shape = {64}}, modulus::Workload{.shape = {128}}};
  tune_all();
  EXPECT_EQ(std::ranges::count(rows_, kRegisteredPeer.name, &store::Row::variant), 2);
  for (const store::TunedConfiguration& each : store::tuned_configurations(rows_, context_))
    EXPECT_NE(each.variant, kRegisteredPeer.name);
}

TEST_F(PeerTest, OfAStoppedRunIsNotTimedAgain) {
  tune_all();
  const auto undisturbed = variants_of(rows_);
  stop_after_ = static_cast<int>(space_) + 1;  // when the finalists are about to be confirmed
  EXPECT_THROW(tune_all(), Stopped);
  const store::Row before = read_row(kRegisteredPeer.name);
  EXPECT_EQ(before.status, "ok");
  stop_after_.reset();
  resume();
  EXPECT_EQ(variants_of(rows_), undisturbed);
  EXPECT_EQ(row_of(kRegisteredPeer.name).row, before.row);
  EXPECT_EQ(row_of(kRegisteredPeer.name).utc, before.utc);
}

TEST_F(PeerTest, ThatIsRefusedIsARow) {
  simulation_.failure = [](const modulus::Variant& variant) {
    return variant == kPeersKernel ? std::optional(Status::device_refused) : std::nullopt;
  };
  tune_all();
  EXPECT_EQ(row_of(kRegisteredPeer.name).status, "device refused");
  EXPECT_EQ(row_of(kBest).tie, "best");
}

}  // namespace
}  // namespace modlab::tune
