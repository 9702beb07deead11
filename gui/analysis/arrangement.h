#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gui/analysis/brush.h"
#include "harness/analysis/run.h"

namespace modlab::gui {

/// One sort key of the leaderboard: an index into leaderboard_columns(). Rows without a value sort last either way.
struct SortKey {
  std::size_t column = 0;
  bool descending = false;

  bool operator==(const SortKey&) const = default;
};

/// Which rows are shown, and in which order the leaderboard lists them.
struct Arrangement {
  std::string filter;  ///< a row must contain all of these words, in any case
  std::vector<SortKey> keys;
  Brush brush;

  bool operator==(const Arrangement&) const = default;
};

/// Indices of the run's rows that pass the filter and that the brush keeps, sorted.
std::vector<std::size_t> arrange(const analysis::Run& run, const Arrangement& arrangement);

}  // namespace modlab::gui
