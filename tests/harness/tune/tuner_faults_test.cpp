// Runs in which something fails: a variant, a copy, the compiler, the device, or the recovery from it.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <functional>
#include <utility>

#include "harness/device/status.h"
#include "harness/measure/sampler.h"
#include "harness/report/none_passed.h"
#include "harness/report/summary.h"
#include "kernels/modulus/algorithm.h"
#include "kernels/modulus/plan.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/reference.h"
#include "tests/harness/tune/tuner_fixture.h"

namespace modlab::tune {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_F(TunerTest, ARefusedVariantCostsOneRow) {
  fail_victim(Status::device_refused);
  tune_all();
  expect_one_casualty(Status::device_refused);
  EXPECT_EQ(devices_made_, 1);
}

TEST_F(TunerTest, ACompilersRefusalCostsOneRow) {
  const auto defines = request_.workloads.front().problem->plan(modulus::parse_variant(kVictim), 1, {})->defines;
  compiler_.refuses = [=](const compile::ShaderRequest& request) { return request.defines == defines; };
  simulation_.failure = [](const modulus::Variant&) { return std::nullopt; };
  request_.filter.add_where("binding=root");  // the compiler cannot tell the bindings apart
  request_.filter.add_where("access=raw");
  tune_all();
  for (const store::Row& row : rows_)
    EXPECT_EQ(row.status, row.variant == kVictim ? "compiler refused" : "ok") << row.variant;
}

TEST_F(TunerTest, AFailureOfTheCompilerCostsOneRowAndNoDevice) {
  const auto defines = request_.workloads.front().problem->plan(modulus::parse_variant(kVictim), 1, {})->defines;
  compiler_.refuses = [=](const compile::ShaderRequest& request) {
    if (request.defines == defines) throw VariantFailure(Status::compiler_failed, "it took too long");
    return false;
  };
  simulation_.failure = [](const modulus::Variant&) { return std::nullopt; };
  request_.filter.add_where("binding=root");
  request_.filter.add_where("access=raw");
  tune_all();
  for (const store::Row& row : journal_->read_rows())
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
  simulation_.failure = [this](const modulus::Variant& variant) {
    if (confirming_ && modulus::name_of(variant) == kBest) {
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
  simulation_.failure = [this](const modulus::Variant& variant) {
    return confirming_ && modulus::name_of(variant) == kBest ? std::optional(Status::device_refused) : std::nullopt;
  };
  tune_all();
  EXPECT_EQ(row_of(kBest).status, "device refused");
  EXPECT_EQ(row_of(kBest).detail, "in confirmation: simulated refusal");
  EXPECT_EQ(row_of(kSecond).tie, "best");
  EXPECT_EQ(devices_made_, 1);
}

/// Makes the result of a variant's launches wrong where `is_wrong` says so.
class Spoiler {
 public:
  Spoiler(Simulation& simulation, std::string_view victim, std::function<bool()> is_wrong) {
    simulation.failure = [this](const modulus::Variant& variant) {  // is asked before every launch
      running_ = variant;
      return std::nullopt;
    };
    simulation.compute = [this, victim, is_wrong = std::move(is_wrong)](const modulus::ModulusDesc& desc,
                                                                        const modulus::HostOperands& operands) {
      if (running_.algorithm == modulus::Algorithm::copy) return modulus::compute_copy_reference(desc, operands);
      std::vector<std::byte> result = modulus::compute_reference(desc, operands);
      if (modulus::name_of(running_) == victim && is_wrong()) result.front() ^= std::byte{1};
      return result;
    };
  }

 private:
  modulus::Variant running_;
};

TEST_F(TunerTest, AKernelThatStopsComputingOnceItIsTimedCostsItsRow) {
  const Spoiler spoiler(simulation_, kVictim, [launches = 0]() mutable { return ++launches > 2; });
  tune_all();
  expect_one_casualty(Status::wrong_result);
  EXPECT_TRUE(row_of(kVictim).detail.starts_with("in a timed launch, 1 of 64 results wrong")) << row_of(kVictim).detail;
}

TEST_F(TunerTest, AKernelThatIsWrongInSomeLaunchesCostsItsRow) {
  const Spoiler spoiler(simulation_, kVictim, [launches = 0]() mutable { return ++launches > 1 && launches % 3 == 1; });
  tune_all();
  expect_one_casualty(Status::wrong_result);
  EXPECT_EQ(row_of(kVictim).detail, "a timed launch left other results than the same launch again");
}

TEST_F(TunerTest, AFinalistWhoseTimedLaunchesAreWrongLeavesAndTheOthersGoOn) {
  const Spoiler spoiler(simulation_, kBest, [this] { return confirming_; });
  tune_all();
  EXPECT_EQ(row_of(kBest).status, "wrong result");
  EXPECT_TRUE(row_of(kBest).detail.starts_with("in confirmation: in a timed launch, ")) << row_of(kBest).detail;
  EXPECT_EQ(row_of(kSecond).tie, "best");
}

TEST_F(TunerTest, NobodyIsLeftToConfirm) {
  simulation_.failure = [this](const modulus::Variant& variant) {
    return confirming_ && variant.algorithm != modulus::Algorithm::copy ? std::optional(Status::device_refused)
                                                                        : std::nullopt;
  };
  tune_all();
  EXPECT_EQ(std::ranges::count(rows_, "best", &store::Row::tie), 0);
  EXPECT_EQ(context_.workloads[0].unconfirmed, "");
}

TEST_F(TunerTest, ACopyThatFailsIsNotTheVariantsFault) {
  for (const Status status : {Status::device_lost, Status::device_refused, Status::wrong_result}) {
    SCOPED_TRACE(name_of(status));
    devices_made_ = 0;
    simulation_.failure = [=](const modulus::Variant& variant) {
      return modulus::name_of(variant) == kFaultyCopy ? std::optional(status) : std::nullopt;
    };
    for (const store::Row& row : tune_all()) EXPECT_EQ(row.status, "ok") << row.variant << ": " << row.detail;
    EXPECT_EQ(row_of(kBest).tie, "best");
    EXPECT_EQ(devices_made_, status == Status::device_lost ? 2 : 1);
    EXPECT_EQ(context_.workloads[0].faults.size(), status == Status::device_lost ? 1u : 0u);
  }
}

TEST_F(TunerTest, WithoutAnyCopyThereIsNoRooflineButABest) {
  const std::string pilot_name = request_.workloads.front().problem->pilot(modulus::parse_variant(kBest).build).name;
  simulation_.failure = [=](const modulus::Variant& variant) {
    const bool pilot = modulus::name_of(variant) == pilot_name;
    return variant.algorithm == modulus::Algorithm::copy && !pilot ? std::optional(Status::device_refused)
                                                                   : std::nullopt;
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
  EXPECT_TRUE(store::read_context(folder_ / "run.csv").workloads.empty());
  make_device_ = [](int) {};
  devices_made_ = 0;
  resume();
  expect_one_casualty(Status::device_lost);
  EXPECT_EQ(devices_made_, 1);  // it did not walk into it again
}

TEST_F(TunerTest, AWorkloadThatDoesNotFitCostsNoOther) {
  request_.workloads.push_back(modulus::Workload{.shape = {64}, .data_set = modulus::DataSet::wide});
  for (const Status status : {Status::device_refused, Status::device_lost}) {
    SCOPED_TRACE(name_of(status));
    const int attempts = status == Status::device_lost ? 3 : 1;
    int layouts = 0;
    simulation_.allocate = [&](std::string_view name) {
      if (name == "Out, initial" && ++layouts <= attempts) throw VariantFailure(status, "no room");
    };
    const std::string why = fmt::format("{}: no room", name_of(status));
    for (const store::Row& row : tune_all()) {
      EXPECT_EQ(row.data_set, row.row == 1 ? "mixed" : "wide");
      EXPECT_EQ(row.status, row.row == 1 ? "not set up" : "ok");
      EXPECT_EQ(row.detail, row.row == 1 ? why : "");
    }
    EXPECT_EQ(context_.workloads[0].unconfirmed, why);
    EXPECT_EQ(context_.workloads[1].unconfirmed, "");
    EXPECT_THAT(report::where_none_confirmed(rows_, context_), ElementsAre(HasSubstr(": not set up: " + why)));
    EXPECT_THAT(report::summarize(rows_, context_), HasSubstr("no variant passed: not set up: " + why));

    const std::size_t rows = rows_.size();
    layouts = 0;
    EXPECT_EQ(resume().size(), rows) << "tried again in vain";
    EXPECT_EQ(rows_.front().detail, why);
    EXPECT_EQ(context_.workloads.size(), 2u);
    EXPECT_EQ(resume().size(), 2 * space_);
    for (const store::Row& row : rows_) EXPECT_EQ(row.status, "ok") << row.variant;
    EXPECT_EQ(std::ranges::count(rows_, "best", &store::Row::tie), 2);
    EXPECT_THAT(report::where_none_confirmed(rows_, context_), IsEmpty());
  }
}

TEST_F(TunerTest, AKernelThatSkipsItsWorkIsAboveTheRoofline) {
  simulation_.latency_ns = [](const modulus::Variant& v) {
    return modulus::name_of(v) == kVictim ? 0.5e6 : landscape(v);
  };
  tune_all();
  expect_one_casualty(Status::above_roofline);
}

}  // namespace
}  // namespace modlab::tune
