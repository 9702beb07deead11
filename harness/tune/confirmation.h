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

/// The longest time with which a variant may still become a finalist, where the leader of its class has these.
double finalists_reach_ns(double median_ns, double ci_high_ns);

/// The variants that may be the best of their accuracy class, fastest first, with the plainest of the class as the base
/// of the speed-up. `rows` are those of one workload in the order tried; all of them when `all` is set.
std::vector<Row> choose_finalists(const std::vector<Row>& rows, bool all);

/// One of them, with what the search found.
struct Finalist {
  Variant variant;
  double screened_ns = 0;
};

/// What comparing the finalists gave.
struct Confirmation {
  struct Outcome {
    Status status = Status::ok;  ///< one may go wrong under timing
    std::string detail;
    Measurement measurement;
    std::string tie;  ///< as the journal's column has it: best, yes or no
  };
  std::vector<Outcome> outcomes;  ///< of each finalist, in their order
  std::string aa_variant;         ///< the exact leader, or the formula class's where there is no exact variant
  PairedRatio aa;                 ///< it against itself under a second name: the noise floor
  double roofline_gbps = 0;       ///< of the best copy in the same rounds
  double pilot_ns = 0;
};

/// Times the finalists in the same rounds as each other, as a second copy of their leader and as copy kernels: the best
/// one known and those of the leaders' shapes. The best of these is the roofline that they are held against. The
/// minimum of many noisy figures is biased low; these are not.
Confirmation confirm(Sampler& sampler, const Roofline& roofline, const std::vector<Finalist>& finalists, double limit_s,
                     std::mt19937_64& random);

}  // namespace modlab
