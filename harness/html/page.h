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
  const analysis::Run& run;
  std::vector<store::Row> peers;  ///< measured elsewhere, on the same workloads
  const report::RunFiles* base = nullptr;
  std::optional<report::RunComparison> comparison;  ///< with the base
  report::CompareOptions compare;
  std::optional<report::History> history;
};

/// One HTML page, complete: it loads nothing, so that it can be read wherever and whenever. The same sources give the
/// same bytes.
std::string report_page(const ReportSources& sources);

/// The page's style sheet and script as they were when this program was built, by name.
const std::map<std::string, std::string, std::less<>>& embedded_page_parts();

}  // namespace modlab::html
