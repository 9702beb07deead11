#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/measure/clock.h"
#include "harness/measure/ledger.h"
#include "harness/measure/mode.h"
#include "harness/statistics/sampling_rule.h"
#include "harness/tune/confirmation.h"
#include "harness/tune/evaluation.h"
#include "kernels/device_traits.h"
#include "kernels/workload.h"

namespace modlab::tune {

/// A workload to evaluate variants on, and how to measure it.
struct Assignment {
  Workload workload;
  std::uint64_t seed = 1;
  measure::Conditions conditions;
  statistics::SamplingRule sampling{};
  Build like;                                         ///< of any of its candidates: the pilots are compiled alike
  std::optional<Workload> next = {};                  ///< the workload that will probably follow
  std::map<std::string, std::string> condemned = {};  ///< kernels that must not be touched again, and why
};

/// A candidate to evaluate, and with how much effort.
struct Attempt {
  Candidate candidate;
  double effort = 1;  ///< the share of a full measurement's samples to take
};

/// What variants are evaluated on: the device of this process, or a worker process with its own. It does what it is
/// asked and recovers from nothing: after a failure that loses_the_rig() it must be closed and opened.
class Rig {
 public:
  Rig() = default;
  Rig(const Rig&) = delete;
  Rig& operator=(const Rig&) = delete;
  virtual ~Rig() = default;

  /// Throws Error or VariantFailure where there is no usable device.
  virtual void open() = 0;
  /// Drops the device, or the process, with everything in it.
  virtual void close() = 0;

  // Known once it has been open.
  [[nodiscard]] virtual const Platform& platform() const = 0;
  [[nodiscard]] virtual const measure::Clock& clock() const = 0;
  /// How many upcoming variants it can make use of.
  [[nodiscard]] virtual std::size_t lookahead() const = 0;

  /// Switches to a workload. Throws VariantFailure where the device cannot take it.
  virtual void begin(const Assignment& assignment) = 0;

  /// Announces the variants that will probably be evaluated next, soonest first.
  virtual void expect(std::span<const Candidate> candidates) = 0;

  /// Throws VariantFailure where another kernel than the candidate's failed: a copy, or a pilot.
  [[nodiscard]] virtual Evaluation evaluate(const Attempt& attempt) = 0;

  /// Throws VariantFailure where the comparison failed.
  [[nodiscard]] virtual Confirmation confirm(const std::vector<Finalist>& finalists, const ConfirmationRule& rule) = 0;

  /// The time spent so far, also before it was last opened.
  [[nodiscard]] virtual measure::Ledger ledger() const = 0;
};

}  // namespace modlab::tune
