#pragma once

#include <cstddef>
#include <string>

#include "harness/html/html_table.h"
#include "harness/html/page.h"

namespace modlab::html {

// The parts of the page from top to bottom, each a <section> with an id for links. The first `detailed` workloads have
// a section of their own, which others link to.

/// What was measured on what, in a few figures.
std::string overview_section(const ReportSources& sources);

/// The best of every workload and class.
std::string winners_section(const ReportSources& sources, std::size_t detailed);

/// Peers beside the exact winners; empty without peers.
std::string peers_section(const ReportSources& sources, std::size_t detailed);

/// The verdicts against the base; empty without one.
std::string comparison_section(const ReportSources& sources);

/// The series over many runs; empty without them.
std::string history_section(const ReportSources& sources);

/// One workload: winners, ties, axis effects, heat map and search progress, with at most so many dots.
std::string workload_section(const analysis::Run& run, std::size_t group, std::size_t max_dots);

/// Everything the run recorded about where and how it ran.
std::string context_section(const analysis::Run& run);

/// The id of a workload's section.
std::string workload_id(std::size_t group);

/// A workload's name in a table, as a link where it has a section.
HtmlCell workload_cell(const analysis::Run& run, std::size_t group, std::size_t detailed);

}  // namespace modlab::html
