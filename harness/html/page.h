#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/analysis/run.h"
#include "harness/report/compare.h"
#include "harness/report/history.h"

namespace modlab::html {

/// What a report is made from.
struct ReportSources {
  const Run& run;
  std::vector<Row> peers;  ///< measured elsewhere, on the same workloads
  const RunFiles* base = nullptr;
  std::optional<RunComparison> comparison;  ///< with the base
  CompareOptions compare;
  std::optional<History> history;
};

/// One HTML page, complete: it loads nothing, so that it can be read wherever and whenever. The same sources give the
/// same bytes.
std::string report_page(const ReportSources& sources);

/// The page's style sheet and script as they were when this program was built, by name.
const std::map<std::string, std::string, std::less<>>& embedded_page_parts();

}  // namespace modlab::html
