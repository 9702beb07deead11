#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "harness/device/status.h"
#include "harness/measure/roofline.h"
#include "harness/measure/rounds.h"
#include "harness/statistics/paired_ratio.h"
#include "harness/store/row.h"

namespace modlab::tune {

/// The longest time with which a variant can still become a finalist, given the leader of its class.
double finalists_reach_ns(double median_ns, double ci_high_ns);

/// The variants that may be the best of their accuracy class, fastest first, plus the plainest of the class as the base
/// of the speed-up. `rows` are those of one workload in the order tried; with `all`, every one that passed.
std::vector<store::Row> choose_finalists(const std::vector<store::Row>& rows, bool all);

/// A finalist, with the time that the search found.
struct Finalist {
  Candidate candidate;
  double screened_ns = 0;
};

/// How to confirm.
struct ConfirmationRule {
  double limit_s = 0;  ///< wall time, except for what makes the comparison meaningful at all
  statistics::SamplingRule sampling =
      {};              ///< the figures' precision and least rounds; with `all` also the least of the race
  bool all = false;    ///< compare and report every finalist, however slow
  bool brief = false;  ///< only take their figures, in rounds without copies and pilots: somebody waits for them
};

/// The result of comparing the finalists.
struct Confirmation {
  struct Outcome {
    Status status = Status::ok;  ///< a kernel may be refused now, or fail after timing
    std::string detail{};
    std::optional<measure::Measurement> race{};  ///< in the rounds that decided; none where time allowed no comparison
    std::optional<measure::Measurement>
        figures{};  ///< in the rounds for the figures; none where it had lost or was one too many
    std::optional<statistics::PairedRatio>
        per_pilot{};    ///< its time over the memory pilot's, in the rounds for the figures
    std::string tie{};  ///< best, yes, no or untested, as in the journal
  };
  std::vector<Outcome> outcomes;       ///< one per finalist, in their order
  std::vector<std::string> unsettled;  ///< accuracy classes where time ended before everyone had lost or tied
  std::string aa_variant;              ///< the exact winner, or the formula class's where there is no exact variant
  statistics::PairedRatio aa;          ///< the same kernel against itself, twice in the same rounds: the noise floor
  double roofline_gbps = 0;            ///< of the copy that won the race, in the rounds for the figures; 0 = none
  double packed_gbps = 0;              ///< of the packed copy beside a strided workload, in the same rounds; 0 = none
  statistics::Estimate pilot{};        ///< the memory pilot's kernel in the same rounds
  std::optional<statistics::Estimate> arithmetic_pilot{};
  std::optional<statistics::Estimate> launch_floor{};  ///< a launch that does nothing
};

/// Compares the finalists in two parts. The race decides: who is slower than its class's leader beyond doubt drops out,
/// until everyone else ties with it or half of the time is over. The figures come from rounds after it, in which the
/// winners, what ties with them, a second instance of the exact winner, the copy that won among the copies, the packed
/// copy beside a strided workload, and the memory pilot's kernel are timed afresh: a figure that was chosen for being
/// the lowest is biased low, and these were not.
Confirmation confirm(measure::Sampler& sampler, const measure::Roofline& roofline,
                     const std::vector<Finalist>& finalists, const ConfirmationRule& rule, std::mt19937_64& random);

}  // namespace modlab::tune
