#include "harness/report/selection.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

#include "harness/device/status.h"
#include "kernels/choices.h"

namespace modlab::report {

std::vector<Rows> group_by_workload(const std::vector<store::Row>& rows) {
  std::vector<Rows> groups;
  std::map<std::array<std::string, 3>, std::size_t> indices;
  for (const store::Row& row : rows) {
    const auto [index, added] = indices.try_emplace({store::workload_of(row), row.mode, row.adapter}, groups.size());
    if (added) groups.emplace_back();
    groups[index->second].push_back(&row);
  }
  return groups;
}

bool passed(const store::Row& row) { return row.status == name_of(Status::ok); }

Rows of_class(const Rows& rows, std::string_view accuracy) {
  Rows chosen;
  std::ranges::copy_if(rows, std::back_inserter(chosen),
                       [&](const store::Row* row) { return row->accuracy == accuracy; });
  return chosen;
}

Rows measured(const Rows& rows) {
  Rows chosen;
  std::ranges::copy_if(rows, std::back_inserter(chosen),
                       [](const store::Row* row) { return passed(*row) && row->median_ns && row->gbps; });
  return chosen;
}

statistics::Estimate estimate_of(const store::Row& row) {
  const double median = row.median_ns.value();
  // Journals of earlier versions took every sample for a block.
  return {median,
          {row.ci_low_ns.value_or(median), row.ci_high_ns.value_or(median)},
          row.blocks.value_or(row.samples.value_or(0))};
}

statistics::Estimate paced_estimate_of(const store::Row& row) {
  if (!row.per_pilot) return estimate_of(row);
  return {*row.per_pilot, {row.per_pilot_low.value_or(0), row.per_pilot_high.value_or(0)}, row.blocks.value_or(0)};
}

const store::Row& best_of(const Rows& rows) {
  return **std::ranges::min_element(
      rows, {}, [](const store::Row* row) { return std::pair(row->tie != "best", row->median_ns.value()); });
}

const store::Row& plainest_of(const Rows& rows) {
  return **std::ranges::min_element(rows, {}, [](const store::Row* row) { return plainness_of(row->variant); });
}

statistics::RunRatio times_as_fast(const store::Row& row, const store::Row& other) {
  const bool paced = row.run == other.run && row.per_pilot && other.per_pilot;
  const statistics::Estimate over[] = {paced ? paced_estimate_of(other) : estimate_of(other)};
  const statistics::Estimate under[] = {paced ? paced_estimate_of(row) : estimate_of(row)};
  return statistics::run_ratio(over, under);
}

}  // namespace modlab::report
