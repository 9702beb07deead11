#include "gui/analysis/arrangement.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "gui/analysis/leaderboard_columns.h"

namespace modlab::gui {
namespace {

/// One sort key's values, extracted from the rows once: printing them in every comparison would be too slow for large
/// runs.
struct KeyValues {
  bool descending;
  std::vector<double> numbers;     ///< by row index
  std::vector<std::string> texts;  ///< instead of numbers where the column sorts by text

  KeyValues(const SortKey& key, const analysis::Run& run) : descending(key.descending) {
    const LeaderboardColumn& column = leaderboard_columns()[key.column];
    if (column.number == nullptr) {
      for (std::size_t row = 0; row < run.rows().size(); ++row) texts.push_back(column.text(run, row));
      return;
    }
    const double last = std::numeric_limits<double>::infinity() * (descending ? -1 : 1);
    for (std::size_t row = 0; row < run.rows().size(); ++row) numbers.push_back(column.number(run, row).value_or(last));
  }

  /// Negative where a comes before b, zero where they are equal.
  [[nodiscard]] int compare(std::size_t a, std::size_t b) const {
    int order = 0;
    if (!texts.empty()) {
      if (texts[a].empty() != texts[b].empty()) return texts[a].empty() ? 1 : -1;
      order = texts[a].compare(texts[b]);
    } else if (numbers[a] != numbers[b]) {
      order = numbers[a] < numbers[b] ? -1 : 1;
    }
    return descending ? -order : order;
  }
};

}  // namespace

std::vector<std::size_t> arrange(const analysis::Run& run, const Arrangement& arrangement) {
  std::vector<std::size_t> visible = analysis::rows_with(run, arrangement.filter);
  if (!arrangement.brush.empty()) {
    const std::vector<bool> keeps = brushed_rows(run, arrangement.brush);
    std::erase_if(visible, [&](std::size_t index) { return !keeps[index]; });
  }
  std::vector<KeyValues> keys;
  for (const SortKey& key : arrangement.keys) keys.emplace_back(key, run);
  std::ranges::stable_sort(visible, [&](std::size_t a, std::size_t b) {
    for (const KeyValues& key : keys)
      if (const int order = key.compare(a, b); order != 0) return order < 0;
    return false;
  });
  return visible;
}

}  // namespace modlab::gui
