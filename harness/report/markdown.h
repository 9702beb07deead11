#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/store/row.h"
#include "harness/store/run_context.h"

namespace modlab {

/// The best exact variant of every workload as a table in Markdown; beside it the fastest of the same workload among
/// `peers`, whatever its accuracy, where there are any.
std::string markdown_table(const std::vector<Row>& rows, const std::vector<Row>& peers);

/// What the best variant with each value of an axis reaches in every workload, in GB/s, as a table in Markdown: a line
/// for a workload, a column for a value. Throws Error where there is no such axis.
std::string markdown_table_by(const std::vector<Row>& rows, std::string_view axis);

/// What a run was about, and what it took.
struct RunCost {
  std::string run;
  std::vector<Row> rows;
  TimeSpent spent;
};

/// How long runs took and what for, as a table in Markdown: a line for a run.
std::string markdown_costs(const std::vector<RunCost>& costs);

/// The rows whose workload fits a pattern: its name, with `*` for parts that may be anything. Throws Error where a
/// pattern has another number of parts.
std::vector<Row> rows_of_workloads(const std::vector<Row>& rows, std::string_view pattern);

}  // namespace modlab
