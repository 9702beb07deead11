#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "harness/analysis/run.h"
#include "harness/report/selection.h"

namespace modlab::analysis {

/// The best of one accuracy class of a group, and what cannot be told from it.
struct Winner {
  const store::Row* best = nullptr;
  const store::Row* plainest = nullptr;
  report::Rows measured;   ///< all of the class
  report::Rows ties;       ///< the rest of its tie set, the fastest first
  bool confirmed = false;  ///< the run got as far as comparing the best
  bool settled = false;    ///< and had the time to finish that
};

/// Nothing where no variant of the class was measured.
std::optional<Winner> winner_of(const Run& run, std::size_t group, std::string_view accuracy);

/// How many it ties with: "0", "at least 3", "not confirmed".
std::string tie_text(const Winner& winner);

}  // namespace modlab::analysis
