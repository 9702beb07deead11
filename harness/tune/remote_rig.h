#pragma once

#include <chrono>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/process/child_process.h"
#include "harness/tune/rig.h"

namespace modlab::tune {

/// Whether to announce upcoming variants to a worker again: few of those announced last are left, and there are more.
/// Announcing takes longer than everything else between two evaluations.
[[nodiscard]] bool runs_short(std::span<const Candidate> likely_next, std::span<const Candidate> announced,
                              std::size_t lookahead);

/// Evaluates in a worker process, so that a driver or compiler that crashes or never returns costs one variant.
class RemoteRig final : public Rig {
 public:
  /// `worker` is the command line of a program that calls serve(). A kernel that keeps it silent for longer than the
  /// time limit is timed_out, and so is one whose request the worker does not take in that time. The other limit is for
  /// work that belongs to no variant: loading drivers, filling and uploading tensors, the reference.
  RemoteRig(std::vector<std::string> worker, std::chrono::milliseconds time_limit,
            std::chrono::milliseconds setup_limit = std::chrono::minutes(10));
  ~RemoteRig() override;

  void open() override;
  void close() override;
  [[nodiscard]] const Platform& platform() const override { return platform_; }
  [[nodiscard]] const measure::Clock& clock() const override { return clock_; }
  [[nodiscard]] std::size_t lookahead() const override { return lookahead_; }
  void begin(const Assignment& assignment) override;
  void expect(std::span<const Candidate> candidates) override;
  [[nodiscard]] Evaluation evaluate(const Attempt& attempt) override;
  [[nodiscard]] Confirmation confirm(const std::vector<Finalist>& finalists, const ConfirmationRule& rule) override;
  [[nodiscard]] measure::Ledger ledger() const override;

 private:
  /// Starts the worker and reads its greeting. Throws VariantFailure where there is none.
  void start();
  [[nodiscard]] nlohmann::json receive(std::chrono::milliseconds limit);
  /// Sends a user's kernel, unless this worker has it.
  void introduce(const Candidate& candidate);
  [[nodiscard]] nlohmann::json call(const nlohmann::json& request, std::chrono::milliseconds limit);

  std::vector<std::string> command_;
  std::chrono::milliseconds time_limit_;
  std::chrono::milliseconds setup_limit_;
  std::unique_ptr<process::ChildProcess> worker_;  ///< null where it is closed
  Platform platform_;
  measure::Clock clock_;
  std::size_t lookahead_ = 0;
  bool was_open_ = false;
  std::string at_work_;               ///< the kernel that the worker last said it was working on
  std::set<KernelPtr> introduced_;    ///< users' kernels that the worker knows
  std::vector<Candidate> announced_;  ///< what this worker was last told to expect
  std::set<std::string> ahead_;       ///< what this worker may be preparing in the background
  std::set<std::string> suspects_;    ///< what an earlier worker was preparing when it died
  measure::Ledger ledger_;            ///< of earlier workers
  measure::Ledger worker_ledger_;
};

}  // namespace modlab::tune
