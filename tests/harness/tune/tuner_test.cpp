#include "harness/tune/tuner.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "harness/measure/probe_platform.h"
#include "harness/measure/roofline.h"
#include "harness/system/file.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/local_rig.h"
#include "tests/support/landscape.h"
#include "tests/support/simulated_device.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

/// Thrown by a test to stop a run.
struct Stopped {};

class TunerTest : public testing::Test {
 protected:
  /// A small part of the space that holds kBest and kVictim.
  TunerTest() {
    request_.workloads = {Workload{.shape = {64}}};
    request_.strategy = "exhaustive";
    for (const std::string_view where : kSmallSpace) request_.filter.add_where(where);
    simulation_.latency_ns = landscape;
    simulation_.noise = 0.002;
  }

  const std::vector<Row>& tune_all() {
    journal_.reset();
    std::filesystem::remove(folder_ / "run.csv");
    journal_.emplace(Journal::create(folder_ / "run.csv"));
    context_ = {};
    progress_calls_ = 0;
    return tune_on();
  }

  /// Resumes the files of a stopped run, as a new process would.
  const std::vector<Row>& resume() {
    journal_.reset();
    journal_.emplace(Journal::resume(folder_ / "run.csv"));
    context_ = read_context(folder_ / "run.csv");
    return tune_on();
  }

  const std::vector<Row>& tune_on() {
    Lab lab;
    lab.make_device = [this] {
      make_device_(++devices_made_);
      return std::make_unique<SimulatedDevice>(simulation_);
    };
    lab.device = lab.make_device();
    lab.compiler = &compiler_;
    lab.sources = &sources_;
    lab.platform = probe_platform(*lab.device, *lab.compiler);
    space_ = VariantSpace(describe(request_.workloads.front()), lab.platform, request_.filter).legal().size();
    Evaluator evaluator(std::make_unique<LocalRig>(lab, jobs_), {.pause = std::chrono::milliseconds(0)});
    tune(evaluator, request_, *journal_, context_, [this](const Progress& progress) {
      ++progress_calls_;
      confirming_ = progress.confirming;
      if (stop_after_ && progress_calls_ == *stop_after_) throw Stopped();
    });
    rows_ = journal_->read_rows();
    return rows_;
  }

  const Row& row_of(std::string_view variant) const {
    const auto row = std::ranges::find(rows_, variant, &Row::variant);
    EXPECT_NE(row, rows_.end()) << variant;
    return *row;
  }

  /// As another process reads it.
  [[nodiscard]] Row read_row(std::string_view variant) const {
    const std::vector<Row> rows = read_journal(folder_ / "run.csv").rows;
    const auto row = std::ranges::find(rows, variant, &Row::variant);
    return row == rows.end() ? Row() : *row;
  }

  /// The victim fails with this status, and nothing else does.
  void expect_one_casualty(Status status) {
    EXPECT_EQ(rows_.size(), space_);
    for (const Row& row : rows_) {
      EXPECT_EQ(row.status, name_of(row.variant == kVictim ? status : Status::ok)) << row.variant << row.detail;
      EXPECT_EQ(row.detail.empty(), row.variant != kVictim);
    }
    EXPECT_EQ(row_of(kBest).tie, "best");
  }

  void fail_victim(Status status) {
    simulation_.failure = [=](const Variant& variant) {
      return name_of(variant) == kVictim ? std::optional(status) : std::nullopt;
    };
  }

  TemporaryFolder folder_;
  Simulation simulation_;
  SimulatedCompiler compiler_;
  ShaderSources sources_;
  TuneRequest request_;
  RunContext context_;
  std::optional<Journal> journal_;
  std::vector<Row> rows_;  ///< of the last run that was not stopped
  std::size_t space_ = 0;
  int devices_made_ = 0;
  std::function<void(int number)> make_device_ = [](int) {};  ///< may throw
  int progress_calls_ = 0;
  bool confirming_ = false;
  bool lost_in_confirmation_ = false;
  std::size_t jobs_ = 0;
  std::optional<int> stop_after_;  ///< progress calls
};

std::set<std::string> variants_of(const std::vector<Row>& rows) {
  std::set<std::string> variants;
  for (const Row& row : rows) variants.insert(workload_of(row) + ' ' + row.variant);
  return variants;
}

TEST_F(TunerTest, FindsTheBestVariantAndKeepsEveryRow) {
  const auto& rows = tune_all();
  EXPECT_EQ(rows.size(), space_);
  EXPECT_EQ(std::ranges::count(rows, "best", &Row::tie), 1);
  EXPECT_EQ(row_of(kBest).tie, "best");
  EXPECT_GE(progress_calls_, static_cast<int>(space_));
}

TEST_F(TunerTest, TheFileHoldsWhatTheRunFound) {
  tune_all();
  const auto read = read_journal(folder_ / "run.csv").rows;
  ASSERT_EQ(read.size(), journal_->size());
  for (std::size_t i = 0; i < read.size(); ++i) EXPECT_EQ(read[i].row, i + 1);
}

TEST_F(TunerTest, EveryMeasuredRowHasItsFigures) {
  for (const Row& row : tune_all()) {
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

TEST_F(TunerTest, EverySampleIsKept) {
  tune_all();
  const auto samples = read_samples(folder_ / "run.csv");
  for (const Row& row : rows_) {
    const auto in_phase = [&](std::string_view phase) {
      return std::ranges::count_if(samples,
                                   [&](const Sample& s) { return s.row == row.row && !s.drifted && s.phase == phase; });
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
  const RunContext read = read_context(folder_ / "run.csv");
  EXPECT_FALSE(read.finished.empty());
  EXPECT_EQ(read.mode, "warm");
  ASSERT_EQ(read.workloads.size(), 1u);
  EXPECT_EQ(read.workloads[0].aa_variant, kBest);
  EXPECT_EQ(read.workloads[0].aa_verdict, "SAME");
  EXPECT_EQ(read.workloads[0].space, space_);
  const Estimate& pilot = read.workloads[0].pilot;
  EXPECT_NEAR(pilot.median, landscape(copy_of(Variant{.access = Access::structured, .threads = 256})),
              0.01 * pilot.median);
  EXPECT_LE(pilot.ci.low, pilot.median);
  EXPECT_GE(pilot.ci.high, pilot.median);
  EXPECT_GE(pilot.blocks, kMinForInterval);
  EXPECT_NEAR(read.workloads[0].arithmetic_pilot.median, 1e6, 1e4);
  EXPECT_EQ(read.sampling.rounds, SamplingRule{}.rounds);
}

TEST_F(TunerTest, TheContextSaysWhatTheTimeWentInto) {
  tune_all();
  const TimeSpent spent = read_context(folder_ / "run.csv").spent;
  for (const double seconds : {spent.compile, spent.verify, spent.measure, spent.other}) EXPECT_GT(seconds, 0);
}

TEST_F(TunerTest, SamplesOfADriftingMachineAreMarkedAndCounted) {
  // Every tenth of a second of its own time, the machine slows down for a while.
  simulation_.slowdown = [](double now_ns) { return std::fmod(now_ns, 100e6) < 15e6 ? 1.5 : 1.0; };
  const auto& rows = tune_all();
  const auto samples = read_samples(folder_ / "run.csv");
  const auto marked = std::ranges::count(samples, true, &Sample::drifted);
  EXPECT_GT(marked, 0);
  EXPECT_EQ(context_.workloads[0].drifted, static_cast<std::uint64_t>(marked));
  for (const Row& row : rows) EXPECT_TRUE(row.median_ns.has_value()) << row.variant;
  EXPECT_EQ(row_of(kBest).tie, "best");
}

TEST_F(TunerTest, OutliersAreMarkedAndStayInTheFigures) {
  int launches = 0;
  simulation_.latency_ns = [&](const Variant& v) { return landscape(v) * (++launches % 53 == 0 ? 3 : 1); };
  const auto& rows = tune_all();
  const auto samples = read_samples(folder_ / "run.csv");
  const auto outliers = std::ranges::count(samples, true, &Sample::outlier);
  EXPECT_GT(outliers, 0);
  EXPECT_LT(outliers, static_cast<std::ptrdiff_t>(samples.size() / 10));
  for (const Row& row : rows) EXPECT_TRUE(row.median_ns.has_value());
}

TEST_F(TunerTest, TheModeIsThatOfEveryRow) {
  request_.conditions = {.mode = Mode::cold, .cache_bytes = 4096};
  for (const Row& row : tune_all()) EXPECT_EQ(row.mode, "cold");
  EXPECT_EQ(context_.mode, "cold");
  EXPECT_EQ(context_.cache_bytes, 4096u);
}

TEST_F(TunerTest, EqualVariantsShareTheTieSet) {
  simulation_.latency_ns = [](const Variant& v) {
    return v.algorithm == Algorithm::copy ? 1e6 : v.threads == 256 ? 2e6 : 4e6;
  };
  request_.filter.add_where("algorithm=split");
  request_.filter.add_where("access=raw");
  request_.filter.add_where("binding=root");
  for (const Row& row : tune_all()) {
    const bool tied = row.tie == "best" || row.tie == "yes";
    EXPECT_EQ(tied, row.choice("threads") == "256") << row.variant << ' ' << *row.median_ns;
  }
}

TEST_F(TunerTest, MeasuringComparesEveryVariantInRounds) {
  request_.confirm_all = true;
  tune_all();
  const auto samples = read_samples(folder_ / "run.csv");
  std::set<std::uint64_t> confirmed;
  for (const Sample& sample : samples)
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
  request_.workloads.push_back({.shape = {64}, .data_set = DataSet::wide});
  for (const char* strategy : {"exhaustive", "hill", "anneal", "halving", "random"}) {
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
      const std::vector<Row> before = journal_->read_rows();
      stop_after_.reset();
      const std::vector<Row>& after = resume();
      EXPECT_EQ(variants_of(after), whole);
      EXPECT_EQ(after.size(), whole.size());
      for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i].utc, before[i].utc);
      EXPECT_EQ(context_.workloads.size(), 2u);
      EXPECT_EQ(std::ranges::count(after, "best", &Row::tie), 2);
    }
  }
}

TEST_F(TunerTest, WhatWasMeasuredIsNotMeasuredAgain) {
  tune_all();
  const std::string journal = read_file(folder_ / "run.csv");
  const std::string samples = read_file(folder_ / "run.samples.csv");
  simulation_.latency_ns = [](const Variant& variant) { return 2 * landscape(variant); };
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
  for (const Sample& sample : read_samples(folder_ / "run.csv")) EXPECT_GT(sample.ns, 124);
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
  request_.workloads.push_back({.shape = {64}, .data_set = DataSet::wide});
  request_.shard = {1, 2};
  for (const Row& row : tune_all()) EXPECT_EQ(row.data_set, "wide");
  EXPECT_EQ(rows_.size(), space_);
}

TEST_F(TunerTest, ARefusedVariantCostsOneRow) {
  fail_victim(Status::device_refused);
  tune_all();
  expect_one_casualty(Status::device_refused);
  EXPECT_EQ(devices_made_, 1);
}

TEST_F(TunerTest, ACompilersRefusalCostsOneRow) {
  const auto defines = make_plan(describe(request_.workloads.front()), parse_variant(kVictim)).defines;
  compiler_.refuses = [=](const ShaderRequest& request) { return request.defines == defines; };
  simulation_.failure = [](const Variant&) { return std::nullopt; };
  request_.filter.add_where("binding=root");  // the compiler cannot tell the bindings apart
  request_.filter.add_where("access=raw");
  tune_all();
  for (const Row& row : rows_) EXPECT_EQ(row.status, row.variant == kVictim ? "compiler refused" : "ok") << row.variant;
}

TEST_F(TunerTest, AFailureOfTheCompilerCostsOneRowAndNoDevice) {
  const auto defines = make_plan(describe(request_.workloads.front()), parse_variant(kVictim)).defines;
  compiler_.refuses = [=](const ShaderRequest& request) {
    if (request.defines == defines) throw VariantFailure(Status::compiler_failed, "it took too long");
    return false;
  };
  simulation_.failure = [](const Variant&) { return std::nullopt; };
  request_.filter.add_where("binding=root");
  request_.filter.add_where("access=raw");
  tune_all();
  for (const Row& row : journal_->read_rows())
    EXPECT_EQ(row.status, row.variant == kVictim ? "compiler failed" : "ok") << row.variant;
  EXPECT_EQ(devices_made_, 1);
}

TEST_F(TunerTest, AWrongResultCostsOneRow) {
  fail_victim(Status::wrong_result);
  tune_all();
  expect_one_casualty(Status::wrong_result);
}

TEST_F(TunerTest, ALostDeviceIsRecreated) {
  fail_victim(Status::device_lost);
  tune_all();
  expect_one_casualty(Status::device_lost);
  EXPECT_EQ(devices_made_, 2);
}

TEST_F(TunerTest, AHangCostsOneRowAndADevice) {
  fail_victim(Status::timed_out);
  tune_all();
  expect_one_casualty(Status::timed_out);
  EXPECT_EQ(devices_made_, 2);
}

/// The best after kBest, and too far behind it to be a finalist.
constexpr std::string_view kSecond = "typed-b16-x1-t256-group-split-table-d3dcompile-5.1";

TEST_F(TunerTest, AFinalistThatLosesTheDeviceLeavesAndTheOthersGoOn) {
  simulation_.failure = [this](const Variant& variant) {
    if (confirming_ && name_of(variant) == kBest) {
      // Its row must be on disk before anything else happens.
      lost_in_confirmation_ = true;
      return std::optional(Status::timed_out);
    }
    return std::optional<Status>();
  };
  make_device_ = [this](int) { EXPECT_EQ(read_row(kBest).status, lost_in_confirmation_ ? "timed out" : ""); };
  tune_all();
  EXPECT_EQ(row_of(kBest).status, "timed out");
  EXPECT_EQ(row_of(kBest).detail, "in confirmation: simulated loss");
  EXPECT_EQ(row_of(kBest).tie, "");
  EXPECT_EQ(row_of(kSecond).tie, "best");
  EXPECT_EQ(context_.workloads[0].unconfirmed, "");
  EXPECT_EQ(devices_made_, 2);
}

TEST_F(TunerTest, AFinalistThatIsRefusedInConfirmationLeavesAndTheOthersGoOn) {
  simulation_.failure = [this](const Variant& variant) {
    return confirming_ && name_of(variant) == kBest ? std::optional(Status::device_refused) : std::nullopt;
  };
  tune_all();
  EXPECT_EQ(row_of(kBest).status, "device refused");
  EXPECT_EQ(row_of(kBest).detail, "in confirmation: simulated refusal");
  EXPECT_EQ(row_of(kSecond).tie, "best");
  EXPECT_EQ(devices_made_, 1);
}

TEST_F(TunerTest, NobodyIsLeftToConfirm) {
  simulation_.failure = [this](const Variant& variant) {
    return confirming_ && variant.algorithm != Algorithm::copy ? std::optional(Status::device_refused) : std::nullopt;
  };
  tune_all();
  EXPECT_EQ(std::ranges::count(rows_, "best", &Row::tie), 0);
  EXPECT_EQ(context_.workloads[0].unconfirmed, "");
}

TEST_F(TunerTest, ACopyThatFailsIsNotTheVariantsFault) {
  for (const Status status : {Status::device_lost, Status::device_refused, Status::wrong_result}) {
    SCOPED_TRACE(name_of(status));
    devices_made_ = 0;
    simulation_.failure = [=](const Variant& variant) {
      return name_of(variant) == kFaultyCopy ? std::optional(status) : std::nullopt;
    };
    for (const Row& row : tune_all()) EXPECT_EQ(row.status, "ok") << row.variant << ": " << row.detail;
    EXPECT_EQ(row_of(kBest).tie, "best");
    EXPECT_EQ(devices_made_, status == Status::device_lost ? 2 : 1);
    EXPECT_EQ(context_.workloads[0].faults.size(), status == Status::device_lost ? 1u : 0u);
  }
}

TEST_F(TunerTest, WithoutAnyCopyThereIsNoRooflineButABest) {
  simulation_.failure = [](const Variant& variant) {
    const bool pilot = variant == pilot_variant(parse_variant(kBest));
    return variant.algorithm == Algorithm::copy && !pilot ? std::optional(Status::device_refused) : std::nullopt;
  };
  request_.filter.add_where("access=raw,typed");  // the pilot is one of the structured copies
  tune_all();
  EXPECT_EQ(row_of(kBest).tie, "best");
  EXPECT_EQ(row_of(kBest).roofline_gbps, std::nullopt);
}

TEST_F(TunerTest, AFaultWhileRecoveringIsGotOver) {
  fail_victim(Status::device_lost);
  make_device_ = [](int number) {
    if (number == 2 || number == 3) throw VariantFailure(Status::device_lost, "the driver is still resetting");
  };
  tune_all();
  expect_one_casualty(Status::device_lost);
  EXPECT_EQ(devices_made_, 4);
  const std::vector<std::string> twice(2, "reopening the device: the driver is still resetting");
  EXPECT_EQ(context_.workloads[0].faults, twice);
}

TEST_F(TunerTest, AWorkloadThatCannotBeSetUpAgainAtOnceIsGotOver) {
  fail_victim(Status::device_lost);
  int layouts = 0;
  simulation_.allocate = [&](std::string_view name) {
    if (name == "Out, initial" && ++layouts == 3) throw VariantFailure(Status::device_lost, "lost again");
  };
  tune_all();
  expect_one_casualty(Status::device_lost);
  EXPECT_EQ(devices_made_, 3);
  EXPECT_EQ(context_.workloads[0].faults, std::vector<std::string>{"setting up: device lost: lost again"});
}

TEST_F(TunerTest, ADeviceThatDoesNotComeBackEndsTheRunWhichCanBeResumed) {
  fail_victim(Status::device_lost);
  make_device_ = [](int number) {
    if (number > 1) throw VariantFailure(Status::device_lost, "fell off the bus");
  };
  try {
    tune_all();
    FAIL() << "was to end";
  } catch (const DeviceGone& gone) {
    EXPECT_STREQ(gone.what(), "the device did not come back: fell off the bus");
  }
  EXPECT_EQ(read_row(kVictim).status, "device lost");
  EXPECT_TRUE(read_context(folder_ / "run.csv").workloads.empty());
  make_device_ = [](int) {};
  devices_made_ = 0;
  resume();
  expect_one_casualty(Status::device_lost);
  EXPECT_EQ(devices_made_, 1);  // it did not walk into it again
}

TEST_F(TunerTest, AWorkloadThatDoesNotFitCostsNoOther) {
  request_.workloads.push_back({.shape = {64}, .data_set = DataSet::wide});
  for (const Status status : {Status::device_refused, Status::device_lost}) {
    SCOPED_TRACE(name_of(status));
    const int attempts = status == Status::device_lost ? 3 : 1;
    int layouts = 0;
    simulation_.allocate = [&](std::string_view name) {
      if (name == "Out, initial" && ++layouts <= attempts) throw VariantFailure(status, "no room");
    };
    for (const Row& row : tune_all()) EXPECT_EQ(row.data_set, "wide");
    EXPECT_EQ(context_.workloads[0].unconfirmed, fmt::format("{}: no room", name_of(status)));
    EXPECT_EQ(context_.workloads[1].unconfirmed, "");
  }
}

TEST_F(TunerTest, AKernelThatSkipsItsWorkIsAboveTheRoofline) {
  simulation_.latency_ns = [](const Variant& v) { return name_of(v) == kVictim ? 0.5e6 : landscape(v); };
  tune_all();
  expect_one_casualty(Status::above_roofline);
}

}  // namespace
}  // namespace modlab
