#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gui/analysis/run.h"

namespace modlab {

/// One key of the leaderboard's order, by place in leaderboard_columns(). Rows with nothing there come last either way.
struct SortKey {
  std::size_t column = 0;
  bool descending = false;

  bool operator==(const SortKey&) const = default;
};

/// Which rows the leaderboard shows, in which order.
struct Arrangement {
  std::string filter;  ///< words that a row must hold, all of them, in any case
  std::vector<SortKey> keys;

  bool operator==(const Arrangement&) const = default;
};

/// Places in the run's rows that pass the filter, in order.
std::vector<std::size_t> arrange(const Run& run, const Arrangement& arrangement);

}  // namespace modlab
