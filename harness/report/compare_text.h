#pragma once

#include <string>

#include "harness/report/compare.h"

namespace modlab {

/// The comparison as a table, what it leaves out and why, and a last line that counts the verdicts.
std::string comparison_table(const RunComparison& comparison, const CompareOptions& options);

/// The table's figures as CSV; see docs/csv.md.
std::string comparison_csv(const RunComparison& comparison);

}  // namespace modlab
