#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/tune/rig.h"

namespace modlab::tune {

/// Ends a run: the device did not come back. What the run has found so far is in its files.
class DeviceGone : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Compiles, verifies and times variants, one workload after the other, and replaces the rig when it is lost:
///
///     idle         the rig is open, without a workload
///     ready        the rig has the workload
///     recovering   the rig is lost; the next request opens it again and gives it the workload
///     dead         the rig could not be opened again; every request throws DeviceGone
///
/// Whoever loses the rig is told so before it recovers: the next request comes after the row is on disk.
class Evaluator {
 public:
  enum class State { idle, ready, recovering, dead };

  /// How hard to try to recover.
  struct Patience {
    int attempts = 3;                      ///< to open the rig, and to give it a workload
    std::chrono::milliseconds pause{500};  ///< between attempts to open it: a driver that was reset takes a moment
  };

  /// Opens the rig. Throws Error or VariantFailure where it cannot be opened.
  explicit Evaluator(std::unique_ptr<Rig> rig);
  Evaluator(std::unique_ptr<Rig> rig, const Patience& patience);

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] const Platform& platform() const { return rig_->platform(); }
  [[nodiscard]] const measure::Clock& clock() const { return rig_->clock(); }
  [[nodiscard]] std::size_t lookahead() const { return rig_->lookahead(); }

  // Each request throws DeviceGone where the evaluator is dead, and VariantFailure where the workload could not be set
  // up again.

  /// Switches to a workload. Throws VariantFailure where the device cannot take it.
  void begin(const Assignment& assignment);

  /// Announces the variants that will probably be evaluated next, soonest first.
  void expect(std::span<const Candidate> candidates);

  [[nodiscard]] Evaluation evaluate(const Attempt& attempt);

  /// Throws VariantFailure, which names the finalist that failed where one did: the others can be confirmed without it.
  [[nodiscard]] Confirmation confirm(const std::vector<Finalist>& finalists, const ConfirmationRule& rule);

  /// The time spent so far.
  [[nodiscard]] measure::Ledger ledger() const { return rig_->ledger(); }

  /// What went wrong on this workload without being a variant's own fault, in the order it happened.
  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

 private:
  void make_ready();
  void reopen();
  void lose(const VariantFailure& failure, std::string_view during);
  bool condemn(const VariantFailure& failure);

  std::unique_ptr<Rig> rig_;
  Patience patience_;
  State state_ = State::idle;
  Assignment assignment_;
  std::string why_dead_;
  std::vector<std::string> faults_;
};

}  // namespace modlab::tune
