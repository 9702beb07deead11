#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/measure/clock.h"
#include "harness/measure/ledger.h"
#include "harness/measure/mode.h"
#include "harness/statistics/sampling_rule.h"
#include "harness/tune/confirmation.h"
#include "harness/tune/evaluation.h"
#include "kernels/space.h"
#include "kernels/workload.h"

namespace modlab {

/// A workload for an evaluator, and how to measure it.
struct Assignment {
  Workload workload;
  std::uint64_t seed = 1;
  Conditions conditions;
  SamplingRule sampling{};
  Variant like;                       ///< any variant of the workload; the pilot uses its compiler and shader model
  std::optional<Workload> next = {};  ///< the workload that will probably follow
};

/// A variant to evaluate, and with how much effort.
struct Candidate {
  Variant variant;
  double effort = 1;  ///< the share of a full measurement's samples to take
};

/// Compiles, verifies and times variants, one workload after the other. A variant may be refused, hang, lose the device
/// or, where the evaluator has its own process, crash: that costs only this variant.
class Evaluator {
 public:
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  virtual ~Evaluator() = default;

  [[nodiscard]] virtual const Platform& platform() const = 0;
  [[nodiscard]] virtual const Clock& clock() const = 0;

  /// How many upcoming variants it can make use of.
  [[nodiscard]] virtual std::size_t lookahead() const = 0;

  /// Switches to a workload. Throws VariantFailure where the device cannot take it.
  virtual void begin(const Assignment& assignment) = 0;

  /// Announces the variants that will probably be evaluated next, soonest first.
  virtual void expect(std::span<const Variant> variants) = 0;

  [[nodiscard]] virtual Evaluation evaluate(const Candidate& candidate) = 0;

  /// Throws VariantFailure where the comparison failed.
  [[nodiscard]] virtual Confirmation confirm(const std::vector<Finalist>& finalists, const ConfirmationRule& rule) = 0;

  /// The time spent so far.
  [[nodiscard]] virtual Ledger ledger() const = 0;
};

}  // namespace modlab
