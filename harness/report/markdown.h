#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab::report {

/// The best exact variant of every workload as a Markdown table, with the fastest of `peers` on the same workload,
/// whatever its accuracy, where there are any.
std::string markdown_table(const std::vector<store::Row>& rows, const std::vector<store::Row>& peers_elsewhere);

/// The GB/s of the best exact variant with each value of an axis as a Markdown table: a line per workload, a column per
/// value. Where no exact variant has a value, the formula's best is there in brackets. Throws Error where there is no
/// such axis.
std::string markdown_table_by(const std::vector<store::Row>& rows, std::string_view axis);

/// What a run measured, and the time it took.
struct RunCost {
  std::string run;
  std::vector<store::Row> rows;
  store::TimeSpent spent;
};

/// How long runs took and what for, as a Markdown table with a line per run.
std::string markdown_costs(const std::vector<RunCost>& costs);

/// The rows whose workload matches a pattern: a name with `*` for parts that may be anything. Throws Error where the
/// pattern has another number of parts.
std::vector<store::Row> rows_of_workloads(const std::vector<store::Row>& rows, std::string_view pattern);

}  // namespace modlab::report
