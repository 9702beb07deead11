#include "harness/tune/remote_evaluator.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/tune/tuner.h"
#include "kernels/error.h"
#include "tests/support/landscape.h"
#include "tests/support/temporary_folder.h"

namespace modlab {
namespace {

using namespace std::chrono_literals;

struct Fault {
  const char* name;
  Status status;
};

/// The fault, and the threads that prepare kernels ahead.
class FaultyWorker : public testing::TestWithParam<std::tuple<Fault, int>> {};

TEST_P(FaultyWorker, CostsOneRow) {
  const auto [fault, jobs] = GetParam();
  RemoteEvaluator evaluator({MODLAB_FAULTY_WORKER, fault.name, std::to_string(jobs)}, 2s);
  TuneRequest request;
  request.workloads = {Workload{.shape = {64}}, Workload{.shape = {64}, .data_set = DataSet::wide}};
  request.strategy = "exhaustive";
  for (const std::string_view where : kSmallSpace) request.filter.add_where(where);
  request.filter.add_where("access=raw,typed");
  const std::size_t space =
      VariantSpace(describe(request.workloads.front()), evaluator.platform(), request.filter).legal().size();
  const TemporaryFolder folder;
  Journal journal = Journal::create(folder / "run.csv");
  RunContext context;
  tune(evaluator, request, journal, context, {});

  EXPECT_EQ(journal.rows().size(), 2 * space);
  for (const Row& row : journal.rows()) {
    // The compiler cannot tell the bindings apart, so it crashes on both.
    const bool twin = row.variant == "raw-b8-x1-t64-group-split-table-d3dcompile-5.1" &&
                      std::string_view(fault.name) == "crash-compiler";
    EXPECT_EQ(row.status, name_of(row.variant == kVictim || twin ? fault.status : Status::ok))
        << row.variant << ": " << row.detail;
  }
  EXPECT_EQ(std::ranges::count(journal.rows(), "best", &Row::tie), 2);
  ASSERT_EQ(context.workloads.size(), 2u);
  for (const WorkloadContext& workload : context.workloads) EXPECT_EQ(workload.unconfirmed, "");
  if (fault.status != Status::wrong_result && fault.status != Status::ok) {
    // On the second workload the victim is not tried again.
    const auto last = std::ranges::find(journal.rows().rbegin(), journal.rows().rend(), kVictim, &Row::variant);
    EXPECT_TRUE(last->detail.starts_with("not tried: ")) << last->detail;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Tuner, FaultyWorker,
    testing::Combine(testing::Values(Fault{"nothing", Status::ok}, Fault{"crash", Status::crashed},
                                     Fault{"crash-compiler", Status::crashed}, Fault{"hang", Status::timed_out},
                                     Fault{"lose", Status::device_lost}, Fault{"wrong", Status::wrong_result}),
                     testing::Values(0, 3)),
    [](const auto& each) {
      std::string name = std::get<0>(each.param).name;
      std::erase(name, '-');
      return name + (std::get<1>(each.param) > 0 ? "Ahead" : "");
    });

TEST(RemoteEvaluator, AnnouncesVariantsRarelyAndAllInTime) {
  constexpr std::size_t kLookahead = 16;
  std::vector<Variant> space(200);
  for (std::uint32_t i = 0; i < space.size(); ++i) space[i].threads = i;
  for (const std::size_t listed : {kLookahead, kLookahead - 1}) {
    std::vector<Variant> told;
    std::size_t times = 0;
    for (std::size_t i = 0; i < space.size(); ++i) {
      const bool in_time = i == 0 || std::ranges::find(told, space[i]) != told.end();
      EXPECT_TRUE(in_time) << "not announced: " << i;
      const auto likely = std::span(space).subspan(i + 1).first(std::min(listed, space.size() - i - 1));
      if (!runs_short(likely, told, kLookahead)) continue;
      told.assign(likely.begin(), likely.end());
      ++times;
    }
    EXPECT_LE(times, space.size() / 4 + kLookahead);
  }
}

TEST(RemoteEvaluator, SaysWhatBecameOfItsWorker) {
  RemoteEvaluator evaluator({MODLAB_FAULTY_WORKER, "crash", "0"}, 2s);
  Assignment assignment;
  assignment.workload.shape = {64};
  assignment.like = parse_variant(kBest);
  evaluator.begin(assignment);
  const Evaluation evaluation = evaluator.evaluate({parse_variant(kVictim)});
  EXPECT_EQ(evaluation.status, Status::crashed);
  EXPECT_EQ(evaluation.detail, "its process was killed by signal 6 (Aborted)");
}

TEST(RemoteEvaluator, AWorkloadThatCannotBeSetUpCostsNoOther) {
  RemoteEvaluator evaluator({MODLAB_FAULTY_WORKER, "crash-begin", "0"}, 2s);
  TuneRequest request;
  request.workloads = {Workload{.shape = {64}, .data_set = DataSet::wide}, Workload{.shape = {64}}};
  request.strategy = "exhaustive";
  request.filter.add_where("threads=64");
  request.filter.add_where("algorithm=split");
  const TemporaryFolder folder;
  Journal journal = Journal::create(folder / "run.csv");
  RunContext context;
  tune(evaluator, request, journal, context, {});
  ASSERT_EQ(context.workloads.size(), 2u);
  EXPECT_EQ(context.workloads[0].unconfirmed, "crashed: its process was killed by signal 6 (Aborted)");
  EXPECT_EQ(context.workloads[1].unconfirmed, "");
  EXPECT_EQ(std::ranges::count(journal.rows(), "best", &Row::tie), 1);
  for (const Row& row : journal.rows()) EXPECT_EQ(row.data_set, "mixed");
}

TEST(RemoteEvaluator, AWorkerThatCannotStartIsAnError) {
  EXPECT_THROW(RemoteEvaluator({"/bin/false"}, 2s), Error);
  EXPECT_THROW(RemoteEvaluator({"/nowhere/worker"}, 2s), Error);
}

TEST(RemoteEvaluator, WhatADriverPrintsIsNotAReply) {
  RemoteEvaluator evaluator(
      {"/bin/sh", "-c", std::string("echo Hello from the driver; exec ") + MODLAB_FAULTY_WORKER + " nothing 0"}, 2s);
  EXPECT_EQ(evaluator.platform().device.implementation, "simulation");
}

}  // namespace
}  // namespace modlab
