#pragma once

#include <chrono>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/process/child_process.h"
#include "harness/tune/evaluator.h"

namespace modlab {

/// Whether it is worth telling a worker what comes next: it has little left of what it was told last, and there is
/// more. Telling it takes longer than all else between two evaluations.
[[nodiscard]] bool runs_short(std::span<const Variant> likely_next, std::span<const Variant> told,
                              std::size_t lookahead);

/// Evaluates in a process of its own, so that a driver or compiler that crashes or never returns costs one variant. The
/// process is started anew after that, and whenever a variant has taken the device with it.
class RemoteEvaluator final : public Evaluator {
 public:
  /// `worker` is the command of a program that calls serve(). Throws Error where it cannot be of use. A variant that
  /// takes longer than the time limit is timed_out.
  RemoteEvaluator(std::vector<std::string> worker, std::chrono::milliseconds time_limit);
  ~RemoteEvaluator() override;

  [[nodiscard]] const Platform& platform() const override { return platform_; }
  [[nodiscard]] const Clock& clock() const override { return clock_; }
  [[nodiscard]] std::size_t lookahead() const override { return lookahead_; }
  void begin(const Assignment& assignment) override;
  void expect(std::span<const Variant> variants) override;
  [[nodiscard]] Evaluation evaluate(const Candidate& candidate) override;
  [[nodiscard]] Confirmation confirm(const std::vector<Finalist>& finalists, double limit_s) override;
  [[nodiscard]] Ledger ledger() const override;

 private:
  [[nodiscard]] Evaluation try_evaluate(const Candidate& candidate);
  void start();
  void leave_worker();
  void restart();
  [[nodiscard]] nlohmann::json hear(std::chrono::milliseconds limit);
  [[nodiscard]] nlohmann::json ask(const nlohmann::json& question, std::chrono::milliseconds limit);

  std::vector<std::string> command_;
  std::chrono::milliseconds time_limit_;
  std::unique_ptr<ChildProcess> worker_;  ///< null where it has died
  Platform platform_;
  Clock clock_;
  std::size_t lookahead_ = 0;
  std::optional<Assignment> assignment_;
  std::vector<Variant> told_;       ///< what this worker was last told to expect
  std::set<std::string> ahead_;     ///< what this worker may be preparing beside its work
  std::set<std::string> suspects_;  ///< what an earlier worker was when it died
  Ledger ledger_;                   ///< of workers that are no more
  Ledger worker_ledger_;
};

}  // namespace modlab
