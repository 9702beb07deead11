#pragma once

#include <string>

#include "harness/report/history.h"

namespace modlab::report {

/// The runs, a line per workload and class with its median in each of them, and every change point with what changed
/// between the two runs.
std::string history_table(const History& history);

/// The same for other programs; docs/report.md describes the form.
std::string history_json(const History& history);

}  // namespace modlab::report
