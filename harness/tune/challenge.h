#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/statistics/paired_ratio.h"
#include "harness/store/tuned.h"
#include "harness/tune/evaluator.h"

namespace modlab::tune {

/// A challenger and its rival, timed in the same rounds.
struct Duel {
  Status status = Status::ok;  ///< the challenger's; the rest is known where it is ok
  std::string detail{};        ///< of its failure: the compiler's message, the first wrong result
  statistics::Statistics challenger{};
  statistics::Statistics rival{};
  statistics::PairedRatio ratio{};  ///< the challenger's time over the rival's
  double roofline_gbps = 0;         ///< 0 = none
};

/// Tries one kernel after the other against the same rival, each within a moment: somebody waits for it.
class Challenge {
 public:
  /// The evaluator must have begun the workload. Throws Error where the rival fails.
  Challenge(Evaluator& evaluator, const Candidate& rival);

  [[nodiscard]] const Candidate& rival() const { return rival_.candidate; }

  /// Compiles, verifies and times a candidate alone, which is what a duel begins with.
  [[nodiscard]] Evaluation screen(const Candidate& challenger);

  /// Throws VariantFailure where the rival fails, not the challenger.
  [[nodiscard]] Duel meet(const Evaluation& screened);

 private:
  Evaluator& evaluator_;
  Finalist rival_;
};

/// Of the tuned candidates the nearest that is in the space; nothing where none is.
std::optional<Candidate> tuned_rival(const Space& space, const std::vector<store::TunedConfiguration>& known,
                                     const store::TunedKey& key);

/// Told how many variants of how many are tried.
using RivalProgress = std::function<void(std::size_t tried, std::size_t of)>;

/// The best that a short search finds in the space, which must not be empty. The evaluator must have begun the
/// workload. Throws Error where none passes the gate.
Candidate search_rival(Evaluator& evaluator, const Space& space, const RivalProgress& on_progress);

}  // namespace modlab::tune
