#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/analysis/run.h"
#include "harness/report/compare.h"
#include "harness/report/history.h"

namespace modlab::html {

// Every figure with its caption, as HTML; empty where there is nothing to draw.

/// The best of every workload against its measured copy, and peers that were measured elsewhere.
std::string roofline_figure(const analysis::Run& run, const std::vector<store::Row>& peers);

/// What every choice does: a box for each value, on the axes where there are several.
std::string effect_figure(const analysis::Run& run, std::size_t group);

/// The fastest variant of a class for each pair of values of the two axes that cost most.
std::string heat_map_figure(const analysis::Run& run, std::size_t group, std::string_view accuracy);

/// The best so far after every evaluation, and at most so many of the variants.
std::string progress_figure(const analysis::Run& run, std::size_t group, std::size_t max_dots);

/// The ratio of every comparison with its interval.
std::string comparison_figure(const report::RunComparison& comparison);

/// Every series of a history, relative to its first run.
std::string history_figure(const report::History& history);

}  // namespace modlab::html
