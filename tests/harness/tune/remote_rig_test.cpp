#include "harness/tune/remote_rig.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/tune/tuner.h"
#include "kernels/error.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "tests/support/landscape.h"
#include "tests/support/temporary_folder.h"

namespace modlab::tune {
namespace {

using namespace std::chrono_literals;

struct Fault {
  const char* name;
  Status status;
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

Assignment any_assignment() {
  return {.workload = modulus::Workload{.shape = {64}}, .conditions = {}, .like = modulus::parse_variant(kBest).build};
}

/// On workers with these faults, one after the other; `count` is the file in which they count themselves.
std::unique_ptr<Evaluator> make_evaluator(const std::string& faults, int jobs = 0,
                                          const std::filesystem::path& count = {}) {
  return std::make_unique<Evaluator>(
      std::make_unique<RemoteRig>(
          std::vector<std::string>{MODLAB_FAULTY_WORKER, faults, std::to_string(jobs), count.string()}, 2s),
      Evaluator::Patience{.pause = 0ms});
}

/// The fault, and the threads that prepare kernels ahead.
class FaultyWorker : public testing::TestWithParam<std::tuple<Fault, int>> {};

TEST_P(FaultyWorker, CostsOneRow) {
  const auto [fault, jobs] = GetParam();
  const auto evaluator = make_evaluator(fault.name, jobs);
  TuneRequest request;
  request.workloads = {modulus::Workload{.shape = {64}},
                       modulus::Workload{.shape = {64}, .data_set = modulus::DataSet::wide}};
  request.strategy = "exhaustive";
  for (const std::string_view where : kSmallSpace) request.filter.add_where(where);
  request.filter.add_where("access=raw,typed");
  const std::size_t space =
      request.workloads.front().problem->space(1, evaluator->platform(), request.filter).candidates.size();
  const TemporaryFolder folder;
  store::Journal journal = store::Journal::create(folder / "run.csv");
  store::RunContext context;
  tune(*evaluator, request, journal, context, {});

  const std::vector<store::Row> rows = journal.read_rows();
  EXPECT_EQ(rows.size(), 2 * space);
  for (const store::Row& row : rows) {
    // The compiler cannot tell the bindings apart, so it crashes on both.
    const bool twin = row.variant == "raw-b8-x1-t64-group-split-table-d3dcompile-5.1" &&
                      std::string_view(fault.name) == "crash-compiler";
    EXPECT_EQ(row.status, name_of(row.variant == kVictim || twin ? fault.status : Status::ok))
        << row.variant << ": " << row.detail;
  }
  EXPECT_EQ(std::ranges::count(rows, "best", &store::Row::tie), 2);
  ASSERT_EQ(context.workloads.size(), 2u);
  for (const store::WorkloadContext& workload : context.workloads) EXPECT_EQ(workload.unconfirmed, "");
  if (fault.status != Status::wrong_result && fault.status != Status::ok) {
    // On the second workload the victim is not tried again.
    const auto last = std::ranges::find(rows.rbegin(), rows.rend(), kVictim, &store::Row::variant);
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

TEST(RemoteRig, AnnouncesVariantsRarelyAndAllInTime) {
  constexpr std::size_t kLookahead = 16;
  std::vector<Candidate> space(200);
  for (std::size_t i = 0; i < space.size(); ++i) space[i].name = std::to_string(i);
  for (const std::size_t listed : {kLookahead, kLookahead - 1}) {
    std::vector<Candidate> told;
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

TEST(RemoteRig, SaysWhatBecameOfItsWorker) {
  const auto evaluator = make_evaluator("crash");
  evaluator->begin(any_assignment());
  const Evaluation evaluation = evaluator->evaluate({modulus::parse_variant(kVictim)});
  EXPECT_EQ(evaluation.status, Status::crashed);
  EXPECT_EQ(evaluation.detail, "its process was killed by signal 6 (Aborted)");
}

TEST(RemoteRig, AWorkloadThatCannotBeSetUpCostsNoOther) {
  const auto evaluator = make_evaluator("begin-wide");
  TuneRequest request;
  request.workloads = {modulus::Workload{.shape = {64}, .data_set = modulus::DataSet::wide},
                       modulus::Workload{.shape = {64}}};
  request.strategy = "exhaustive";
  request.filter.add_where("threads=64");
  request.filter.add_where("algorithm=split");
  const TemporaryFolder folder;
  store::Journal journal = store::Journal::create(folder / "run.csv");
  store::RunContext context;
  tune(*evaluator, request, journal, context, {});
  ASSERT_EQ(context.workloads.size(), 2u);
  EXPECT_EQ(context.workloads[0].unconfirmed, "crashed: its process was killed by signal 6 (Aborted)");
  EXPECT_EQ(context.workloads[1].unconfirmed, "");
  EXPECT_EQ(std::ranges::count(journal.read_rows(), "best", &store::Row::tie), 1);
  for (const store::Row& row : journal.read_rows()) EXPECT_EQ(row.status, row.data_set == "wide" ? "not set up" : "ok");
}

TEST(RemoteRig, AWorkerThatCannotStartIsAnError) {
  for (const char* program : {"/bin/false", "/nowhere/worker"})
    EXPECT_THROW(Evaluator(std::make_unique<RemoteRig>(std::vector<std::string>{program}, 2s)), Error);
  EXPECT_THROW(make_evaluator("kill-start"), Error);
}

TEST(RemoteRig, WhatIsPrintedBeforeTheWorkerTakesOverIsNoReply) {
  const Evaluator evaluator(std::make_unique<RemoteRig>(
      std::vector<std::string>{"/bin/sh", "-c",
                               std::string("echo Hello from the driver; exec ") + MODLAB_FAULTY_WORKER + " nothing 0"},
      2s));
  EXPECT_EQ(evaluator.platform().device.implementation, "simulation");
}

TEST(RemoteRig, WhatADriverPrintsDoesNotMixWithAReply) {
  const auto evaluator = make_evaluator("print");
  evaluator->begin(any_assignment());
  EXPECT_EQ(evaluator->evaluate({modulus::parse_variant(kBest)}).status, Status::ok);
}

TEST(RemoteRig, AStreamOfStrayLinesDoesNotPostponeTheDeadline) {
  for (const std::string noise : {"while echo noise; do sleep 0.05; done", "exec yes"}) {
    const std::string noisy = std::string("exec 3<&0; ") + MODLAB_FAULTY_WORKER + " hang 0 <&3 & " + noise;
    RemoteRig rig({"/bin/sh", "-c", noisy}, 500ms);
    rig.open();
    rig.begin(any_assignment());
    EXPECT_EQ(rig.evaluate({modulus::parse_variant(kVictim)}).status, Status::timed_out);
  }
}

TEST(RemoteRig, OneThatStopsIsReplacedEvenWhereItsRequestsFillThePipe) {
  const TemporaryFolder folder;
  Evaluator evaluator(std::make_unique<RemoteRig>(
      std::vector<std::string>{MODLAB_FAULTY_WORKER, "stop-start,stop,nothing", "0", (folder / "workers").string()}, 2s,
      2s));
  evaluator.begin(any_assignment());
  evaluator.expect(std::vector<Candidate>(100'000, modulus::parse_variant(kVictim)));
  const Evaluation evaluation = evaluator.evaluate({modulus::parse_variant(kBest)});
  EXPECT_EQ(evaluation.status, Status::timed_out);
  EXPECT_EQ(evaluation.detail, "no result within 2 s");
  EXPECT_EQ(evaluator.evaluate({modulus::parse_variant(kVictim)}).status, Status::ok);
}

/// What a series of workers must leave behind.
struct Ordeal {
  const char* name;
  const char* faults;
  Status victim;                 ///< its status in the end
  std::size_t faults_survived;   ///< of the first workload, not counting the victim's
  const char* unconfirmed = "";  ///< of the first workload
};

void PrintTo(const Ordeal& ordeal, std::ostream* out) { *out << ordeal.faults; }

class DyingWorkers : public testing::TestWithParam<Ordeal> {};

TEST_P(DyingWorkers, CostNothingButTheirOwnRow) {
  const Ordeal& ordeal = GetParam();
  const TemporaryFolder folder;
  const auto evaluator = make_evaluator(ordeal.faults, 0, folder / "workers");
  TuneRequest request;
  request.workloads = {modulus::Workload{.shape = {64}},
                       modulus::Workload{.shape = {64}, .data_set = modulus::DataSet::wide}};
  request.strategy = "exhaustive";
  for (const std::string_view where : kSmallSpace) request.filter.add_where(where);
  request.filter.add_where("access=raw,typed");
  request.filter.add_where("algorithm=split");
  store::Journal journal = store::Journal::create(folder / "run.csv");
  store::RunContext context;
  tune(*evaluator, request, journal, context, {});
  const bool is_given_up = !std::string_view(ordeal.unconfirmed).empty();
  for (const store::Row& row : journal.read_rows()) {
    const Status expected = is_given_up && row.row == 1 ? Status::not_set_up
                            : row.variant == kVictim    ? ordeal.victim
                                                        : Status::ok;
    EXPECT_EQ(row.status, name_of(expected)) << row.variant << row.detail;
  }
  ASSERT_EQ(context.workloads.size(), 2u);
  EXPECT_EQ(context.workloads[0].unconfirmed, ordeal.unconfirmed);
  EXPECT_EQ(context.workloads[0].faults.size(), ordeal.faults_survived)
      << testing::PrintToString(context.workloads[0].faults);
  EXPECT_EQ(context.workloads[1].unconfirmed, "");
  EXPECT_EQ(context.workloads[1].faults.size(), 0u);
  EXPECT_EQ(std::ranges::count(journal.read_rows(), "best", &store::Row::tie), is_given_up ? 1 : 2);
}

INSTANTIATE_TEST_SUITE_P(
    Tuner, DyingWorkers,
    testing::Values(Ordeal{"KilledInBegin", "kill-begin,nothing", Status::ok, 1},
                    Ordeal{"KilledInBeginTwice", "kill-begin,kill-begin,nothing", Status::ok, 2},
                    Ordeal{"KilledInEveryBegin", "kill-begin,kill-begin,kill-begin,nothing", Status::ok, 3,
                           "crashed: its process was killed by signal 9 (Killed)"},
                    Ordeal{"OutOfMemoryInBegin", "no-memory,nothing", Status::ok, 0,
                           "device refused: simulated lack of memory"},
                    Ordeal{"LostInBegin", "lose-begin,nothing", Status::ok, 1},
                    Ordeal{"KilledWhileRestarting", "crash,kill-start,kill-start,nothing", Status::crashed, 2},
                    Ordeal{"KilledInBeginWhileRecovering", "crash,kill-begin,kill-begin,nothing", Status::crashed, 2},
                    Ordeal{"LostWhileRecovering", "hang,lose-begin,nothing", Status::timed_out, 1},
                    Ordeal{"KilledInConfirm", "kill-confirm,nothing", Status::ok, 1},
                    Ordeal{"KilledInConfirmTwice", "kill-confirm,kill-begin,kill-confirm,nothing", Status::ok, 3},
                    Ordeal{"ACopyLosesTheDevice", "lose-copy,nothing", Status::ok, 1}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(RemoteRig, AVariantIsBlamedForWhatNobodyElseCanHaveDone) {
  const TemporaryFolder folder;
  for (const auto& [faults, status] :
       {std::pair("kill-evaluate,nothing", Status::crashed), std::pair("garbage,nothing", Status::crashed)}) {
    SCOPED_TRACE(faults);
    std::filesystem::remove(folder / "workers");
    const auto evaluator = make_evaluator(faults, 0, folder / "workers");
    evaluator->begin(any_assignment());
    EXPECT_EQ(evaluator->evaluate({modulus::parse_variant(kBest)}).status, status);
    EXPECT_EQ(evaluator->state(), Evaluator::State::recovering);
    EXPECT_EQ(evaluator->evaluate({modulus::parse_variant(kVictim)}).status, Status::ok);
    EXPECT_EQ(evaluator->state(), Evaluator::State::ready);
  }
}

TEST(RemoteRig, AFirstWorkerThatIsKilledIsStartedOnceMore) {
  const TemporaryFolder folder;
  const auto evaluator = make_evaluator("kill-start,nothing", 0, folder / "once");
  evaluator->begin(any_assignment());
  EXPECT_EQ(evaluator->evaluate({modulus::parse_variant(kBest)}).status, Status::ok);
  EXPECT_THROW(make_evaluator("kill-start,kill-start,nothing", 0, folder / "twice"), Error);
}

TEST(RemoteRig, AWorkerThatCannotBeReplacedEndsTheRun) {
  const TemporaryFolder folder;
  const auto evaluator = make_evaluator("crash,kill-start", 0, folder / "workers");
  evaluator->begin(any_assignment());
  EXPECT_EQ(evaluator->evaluate({modulus::parse_variant(kVictim)}).status, Status::crashed);
  EXPECT_THROW(static_cast<void>(evaluator->evaluate({modulus::parse_variant(kBest)})), DeviceGone);
  EXPECT_EQ(evaluator->state(), Evaluator::State::dead);
  EXPECT_THROW(evaluator->begin(any_assignment()), DeviceGone);
}

}  // namespace
}  // namespace modlab::tune
