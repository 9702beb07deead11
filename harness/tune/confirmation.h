#pragma once

#include <random>
#include <string>
#include <vector>

#include "harness/device/status.h"
#include "harness/measure/roofline.h"
#include "harness/measure/rounds.h"
#include "harness/statistics/paired_ratio.h"
#include "harness/store/row.h"

namespace modlab {

/// The longest time with which a variant can still become a finalist, given the leader of its class.
double finalists_reach_ns(double median_ns, double ci_high_ns);

/// The variants that may be the best of their accuracy class, fastest first, plus the plainest of the class as the base
/// of the speed-up. `rows` are those of one workload in the order tried; with `all`, every one that passed.
std::vector<Row> choose_finalists(const std::vector<Row>& rows, bool all);

/// A finalist, with the time that the search found.
struct Finalist {
  Variant variant;
  double screened_ns = 0;
};

/// The result of comparing the finalists.
struct Confirmation {
  struct Outcome {
    Status status = Status::ok;  ///< a kernel may fail after timing
    std::string detail;
    Measurement measurement;
    std::string tie;  ///< best, yes or no, as in the journal
  };
  std::vector<Outcome> outcomes;  ///< one per finalist, in their order
  std::string aa_variant;         ///< the exact leader, or the formula class's where there is no exact variant
  PairedRatio aa;                 ///< the same kernel against itself, twice in the same rounds: the noise floor
  double roofline_gbps = 0;       ///< the best copy in the same rounds
  double pilot_ns = 0;
};

/// Times the finalists in the same rounds, together with a second instance of their leader and with copy kernels: the
/// best one so far and those with the leaders' shapes, of which the best is the roofline. The minimum of many noisy
/// figures, which the search finds, is biased low; these figures are not.
Confirmation confirm(Sampler& sampler, const Roofline& roofline, const std::vector<Finalist>& finalists, double limit_s,
                     std::mt19937_64& random);

}  // namespace modlab
