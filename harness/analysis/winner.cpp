#include "harness/analysis/winner.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/report/difference.h"

namespace modlab::analysis {

std::optional<Winner> winner_of(const Run& run, std::size_t group, std::string_view accuracy) {
  report::Rows rows;
  for (const std::size_t index : timed_rows(run, group, accuracy)) rows.push_back(&run.rows()[index]);
  rows = report::measured(rows);
  if (rows.empty()) return std::nullopt;
  const store::Row& best = report::best_of(rows);
  Winner winner{.best = &best, .plainest = &report::plainest_of(rows), .measured = rows, .ties = {}};
  winner.confirmed = best.tie == "best";
  const store::WorkloadContext about = report::about_workload(store::part_on(run.files.context, best.adapter), best);
  winner.settled = winner.confirmed && std::ranges::find(about.unsettled, accuracy) == about.unsettled.end();
  std::ranges::copy_if(rows, std::back_inserter(winner.ties), [](const store::Row* row) { return row->tie == "yes"; });
  std::ranges::stable_sort(winner.ties, {}, [](const store::Row* row) { return *row->median_ns; });
  return winner;
}

std::string tie_text(const Winner& winner) {
  if (!winner.confirmed) return "not confirmed";
  return fmt::format("{}{}", winner.settled ? "" : "at least ", winner.ties.size());
}

}  // namespace modlab::analysis
