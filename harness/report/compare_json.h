#pragma once

#include <string>

#include "harness/report/compare.h"

namespace modlab::report {

/// A comparison for other programs; docs/csv.md describes the form.
std::string comparison_json(const RunFiles& base, const RunFiles& next, const RunComparison& comparison,
                            const CompareOptions& options);

}  // namespace modlab::report
