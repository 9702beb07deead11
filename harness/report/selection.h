#pragma once

#include <string_view>
#include <vector>

#include "harness/statistics/run_ratio.h"
#include "harness/statistics/statistics.h"
#include "harness/store/row.h"

namespace modlab::report {

/// Some rows of a journal, which must outlive them.
using Rows = std::vector<const store::Row*>;

/// The rows of each workload, mode and adapter, in the order they first appear in the journal.
std::vector<Rows> group_by_workload(const std::vector<store::Row>& rows);

/// Whether the row passed every check.
bool passed(const store::Row& row);

Rows of_class(const Rows& rows, std::string_view accuracy);

/// The rows that passed every check and were timed.
Rows measured(const Rows& rows);

/// A measured row's median; where the row has no interval, one of no width.
statistics::Estimate estimate_of(const store::Row& row);

/// The same over the memory pilot's in the same rounds, where the row has that: what slowed both is gone.
statistics::Estimate paced_estimate_of(const store::Row& row);

/// The row that its run found best, or the fastest where the run ended before its comparison. Needs measured rows.
const store::Row& best_of(const Rows& rows);

/// The row to which speed-ups are relative. Every search tries the plainest variant of its space, but not always first.
/// Needs rows.
const store::Row& plainest_of(const Rows& rows);

/// How many times as fast as another measured row a row is: over the memory pilot's times where both have these from
/// the same run, or what slowed only one of the two would count.
statistics::RunRatio times_as_fast(const store::Row& row, const store::Row& other);

}  // namespace modlab::report
