#pragma once

#include <string>

#include "harness/report/compare.h"

namespace modlab {

/// The comparison as a table, what it leaves out and why, and on the last line how many of each verdict.
std::string comparison_table(const RunComparison& comparison, const CompareOptions& options);

/// The table's figures as CSV, which docs/csv.md describes.
std::string comparison_csv(const RunComparison& comparison);

}  // namespace modlab
