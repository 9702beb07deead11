#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/analysis/run.h"

namespace modlab {

/// One sort key of the leaderboard: an index into leaderboard_columns(). Rows without a value sort last either way.
struct SortKey {
  std::size_t column = 0;
  bool descending = false;

  bool operator==(const SortKey&) const = default;
};

/// Which rows the leaderboard shows, in which order.
struct Arrangement {
  std::string filter;  ///< a row must contain all of these words, in any case
  std::vector<SortKey> keys;

  bool operator==(const Arrangement&) const = default;
};

/// Indices of the run's rows that pass the filter, sorted.
std::vector<std::size_t> arrange(const Run& run, const Arrangement& arrangement);

}  // namespace modlab
