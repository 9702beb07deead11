#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/analysis/run.h"

namespace modlab::gui {

/// One column of the leaderboard: what it shows, and what it sorts by.
struct LeaderboardColumn {
  /// Where it is shown until the user chooses.
  enum class Shown { always, where_wide, on_request };

  std::string_view heading;
  std::string_view help;    ///< one sentence on what the figure means
  std::string_view widest;  ///< text that must fit; empty for a column that takes the remaining width
  std::string (*text)(const analysis::Run& run, std::size_t row);
  std::optional<double> (*number)(const analysis::Run& run,
                                  std::size_t row);  ///< null where the column sorts by its text
  Shown shown = Shown::always;
};

/// From left to right. A run opens sorted by the columns at kWorkloadColumn and kMedianColumn.
std::span<const LeaderboardColumn> leaderboard_columns();
inline constexpr std::size_t kTieColumn = 1;
inline constexpr std::size_t kWorkloadColumn = 2;
inline constexpr std::size_t kMedianColumn = 5;

/// True for the best of a workload and accuracy class and for what ties with it.
bool is_tied(const store::Row& row);

/// Half the width of the median's 95 % confidence interval, in per cent of the median.
std::optional<double> half_width_pct(const store::Row& row);

}  // namespace modlab::gui
