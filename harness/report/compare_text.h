#pragma once

#include <string>

#include "harness/report/compare.h"

namespace modlab::report {

/// The comparison as a table, what it leaves out and why, and a last line that counts the verdicts.
std::string comparison_table(const RunComparison& comparison, const CompareOptions& options);

/// "3 compared: 1 SLOWER, 2 SAME": names only verdicts that occurred, so that searching the text for SLOWER finds one
/// only if there is one.
std::string comparison_counts(const RunComparison& comparison);

/// The table's figures as CSV; see docs/csv.md.
std::string comparison_csv(const RunComparison& comparison);

}  // namespace modlab::report
