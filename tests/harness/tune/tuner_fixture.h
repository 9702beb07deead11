#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "harness/measure/probe_platform.h"
#include "harness/tune/evaluation.h"
#include "harness/tune/evaluator.h"
#include "harness/tune/local_rig.h"
#include "harness/tune/tuner.h"
#include "kernels/modulus/probes.h"
#include "kernels/modulus/problem.h"
#include "kernels/modulus/space.h"
#include "tests/support/landscape.h"
#include "tests/support/registered_peer.h"
#include "tests/support/simulated_device.h"
#include "tests/support/temporary_folder.h"

namespace modlab::tune {

/// Thrown by a test to stop a run.
struct Stopped {};

/// Says that compiling took as long as it is told to say, without taking it.
class RigWithSlowCompiler : public LocalRig {
 public:
  using CompileTime = std::function<double(const modulus::Variant&)>;  ///< in ms

  RigWithSlowCompiler(Lab& lab, std::size_t jobs, CompileTime compile_ms)
      : LocalRig(lab, jobs), compile_ms_(std::move(compile_ms)) {}
  [[nodiscard]] Evaluation evaluate(const Attempt& attempt) override {
    Evaluation evaluation = LocalRig::evaluate(attempt);
    const modulus::Variant* const variant = modulus::variant_of(attempt.candidate);
    evaluation.findings.compile_ms = variant != nullptr ? compile_ms_(*variant) : 0;
    return evaluation;
  }

 private:
  CompileTime compile_ms_;
};

class TunerTest : public testing::Test {
 protected:
  /// A small part of the space that holds kBest and kVictim.
  TunerTest() {
    request_.workloads = {modulus::Workload{.shape = {64}}};
    request_.strategy = "exhaustive";
    for (const std::string_view where : kSmallSpace) request_.filter.add_where(where);
    simulation_.latency_ns = landscape;
    simulation_.noise = 0.002;
  }

  const std::vector<store::Row>& tune_all() {
    journal_.reset();
    const std::filesystem::path path = folder_ / "run.csv";
    for (const auto& file : {path, store::context_path(path), store::samples_path(path)}) std::filesystem::remove(file);
    journal_.emplace(store::Journal::create(folder_ / "run.csv"));
    context_ = {};
    progress_calls_ = 0;
    return tune_on();
  }

  /// Resumes the files of a stopped run, as a new process would.
  const std::vector<store::Row>& resume() {
    journal_.reset();
    journal_.emplace(store::Journal::resume(folder_ / "run.csv"));
    context_ = store::read_context(folder_ / "run.csv");
    return tune_on();
  }

  const std::vector<store::Row>& tune_on() {
    Lab lab;
    lab.make_device = [this] {
      make_device_(++devices_made_);
      return std::make_unique<SimulatedDevice>(simulation_);
    };
    lab.open_peers = open_peers_;
    lab.open();
    lab.compiler = &compiler_;
    lab.sources = &sources_;
    lab.platform = measure::probe_platform(*lab.device, *lab.compiler, modulus::modulus_probes());
    lab.platform.peers = lab.peer_traits();
    space_ = request_.workloads.front().problem->space(1, lab.platform, request_.filter).candidates.size();
    Evaluator evaluator(std::make_unique<RigWithSlowCompiler>(lab, jobs_, compile_ms_),
                        {.pause = std::chrono::milliseconds(0)});
    tune(evaluator, request_, *journal_, context_, [this](const Progress& progress) {
      ++progress_calls_;
      confirming_ = progress.confirming;
      if (stop_after_ && progress_calls_ == *stop_after_) throw Stopped();
    });
    rows_ = journal_->read_rows();
    return rows_;
  }

  const store::Row& row_of(std::string_view variant) const {
    const auto row = std::ranges::find(rows_, variant, &store::Row::variant);
    EXPECT_NE(row, rows_.end()) << variant;
    return *row;
  }

  /// As another process reads it.
  [[nodiscard]] store::Row read_row(std::string_view variant) const {
    const std::vector<store::Row> rows = store::read_journal(folder_ / "run.csv").rows;
    const auto row = std::ranges::find(rows, variant, &store::Row::variant);
    return row == rows.end() ? store::Row() : *row;
  }

  /// The victim fails with this status, and nothing else does.
  void expect_one_casualty(Status status) {
    EXPECT_EQ(rows_.size(), space_);
    for (const store::Row& row : rows_) {
      EXPECT_EQ(row.status, name_of(row.variant == kVictim ? status : Status::ok)) << row.variant << row.detail;
      EXPECT_EQ(row.detail.empty(), row.variant != kVictim);
    }
    EXPECT_EQ(row_of(kBest).tie, "best");
  }

  void fail_victim(Status status) {
    simulation_.failure = [=](const modulus::Variant& variant) {
      return modulus::name_of(variant) == kVictim ? std::optional(status) : std::nullopt;
    };
  }

  TemporaryFolder folder_;
  Simulation simulation_;
  SimulatedCompiler compiler_;
  ShaderSources sources_;
  TuneRequest request_;
  store::RunContext context_;
  std::optional<store::Journal> journal_;
  std::vector<store::Row> rows_;  ///< of the last run that was not stopped
  std::size_t space_ = 0;
  int devices_made_ = 0;
  std::function<Peers(Device&)> open_peers_;
  std::function<void(int number)> make_device_ = [](int) {};  ///< may throw
  int progress_calls_ = 0;
  bool confirming_ = false;
  bool lost_in_confirmation_ = false;
  std::size_t jobs_ = 0;
  /// The real times would make no two runs alike.
  RigWithSlowCompiler::CompileTime compile_ms_ = [](const modulus::Variant&) { return 0; };
  std::optional<int> stop_after_;  ///< progress calls
};

}  // namespace modlab::tune
