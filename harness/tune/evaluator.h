#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/measure/clock.h"
#include "harness/measure/ledger.h"
#include "harness/measure/mode.h"
#include "harness/tune/confirmation.h"
#include "harness/tune/evaluation.h"
#include "kernels/space.h"
#include "kernels/workload.h"

namespace modlab {

/// What an evaluator is to work on, and how.
struct Assignment {
  Workload workload;
  std::uint64_t seed = 1;
  Conditions conditions;
  Variant like;                       ///< any of the workload's variants: the pilot is compiled as it is
  std::optional<Workload> next = {};  ///< what is likely to follow
};

/// A variant to evaluate, and how hard.
struct Candidate {
  Variant variant;
  double effort = 1;  ///< the share of a whole measurement's samples that will do
};

/// Takes variants through compiler, gate and clock, one workload after the other. A variant may refuse, hang, lose the
/// device or, where the evaluator is in a process of its own, crash: it costs that variant, and the next one finds
/// everything as it should be.
class Evaluator {
 public:
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  virtual ~Evaluator() = default;

  [[nodiscard]] virtual const Platform& platform() const = 0;
  [[nodiscard]] virtual const Clock& clock() const = 0;

  /// How many of the variants that are likely to come next are of use to it.
  [[nodiscard]] virtual std::size_t lookahead() const = 0;

  /// All that follows is about this workload. Throws VariantFailure where the device cannot take it.
  virtual void begin(const Assignment& assignment) = 0;

  /// These are likely to be evaluated soon, the first soonest.
  virtual void expect(std::span<const Variant> variants) = 0;

  [[nodiscard]] virtual Evaluation evaluate(const Candidate& candidate) = 0;

  /// Throws VariantFailure where it came to nothing.
  [[nodiscard]] virtual Confirmation confirm(const std::vector<Finalist>& finalists, double limit_s) = 0;

  /// Of all the work so far.
  [[nodiscard]] virtual Ledger ledger() const = 0;
};

}  // namespace modlab
