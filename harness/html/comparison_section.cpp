#include <fmt/format.h>

#include <filesystem>

#include "harness/html/escape.h"
#include "harness/html/estimate_cells.h"
#include "harness/html/figures.h"
#include "harness/html/html_table.h"
#include "harness/html/sections.h"
#include "harness/report/compare_text.h"
#include "harness/system/path.h"

namespace modlab::html {
namespace {

std::string difference_table(const report::RunComparison& comparison) {
  HtmlTable table({{"workload"},
                   {"class"},
                   {"base", "Median time in the base, with its 95 % confidence interval", true},
                   {"new", "Median time in this run, with its 95 % confidence interval", true},
                   {"new/base", "Divided by how much the machine itself changed, where both runs have a pilot", true},
                   {"noise", "How far from 1 the whole interval must lie to be a difference", true},
                   {"machine", "The memory pilot's time in this run over that in the base", true},
                   {"verdict"}});
  for (const report::Difference& difference : comparison.differences) {
    const store::Row& base = *difference.base;
    const std::string_view verdict = statistics::name_of(difference.verdict);
    table.add(
        {text_cell(store::workload_of(base)), text_cell(base.accuracy), time_cell(base), time_cell(*difference.next),
         ratio_cell(difference.ratio), figure_cell("{:.1f} %", 100 * difference.indifference),
         figure_cell("{:.3f}", difference.machine), text_cell(verdict)},
        verdict);
  }
  return table.html();
}

/// What has no ratio, or none that says anything.
std::string left_out(const report::RunComparison& comparison) {
  std::string items;
  for (const report::Difference& each : comparison.differences)
    if (each.verdict == statistics::Verdict::unclear)
      items += fmt::format("<li>unclear: {} {}: {}</li>\n", html_escaped(store::workload_of(*each.base)),
                           html_escaped(each.base->accuracy), html_escaped(each.unclear));
  for (const store::Row* row : comparison.failed)
    items += fmt::format("<li>failed in new: {} {}: <code>{}</code>: {}: {}</li>\n",
                         html_escaped(store::workload_of(*row)), html_escaped(row->accuracy),
                         html_escaped(row->variant), html_escaped(row->status), html_escaped(row->detail));
  for (const auto* classes : {&comparison.only_base, &comparison.only_next})
    for (const auto& [workload, accuracy, adapter] : *classes)
      items += fmt::format("<li>only in {}: {} {}{}</li>\n", classes == &comparison.only_base ? "base" : "new",
                           html_escaped(workload), html_escaped(accuracy),
                           adapter.empty() ? "" : " on " + html_escaped(adapter));
  return items.empty() ? items : fmt::format("<ul>\n{}</ul>\n", items);
}

}  // namespace

std::string comparison_section(const ReportSources& sources) {
  if (!sources.comparison) return {};
  const report::RunComparison& comparison = *sources.comparison;
  const store::RunContext& base = sources.base->context;
  const std::size_t pairs = comparison.differences.size();
  return fmt::format(
      "<section id=\"comparison\">\n<h2>Comparison with {}</h2>\n<p>{}. The base was started {}, revision {}. "
      "Intervals "
      "95&nbsp;% each; a false alarm in at most {:g}&nbsp;% of such comparisons (Holm over {} "
      "pair{}).</p>\n{}{}{}</section>\n",
      html_escaped(path_of(sources.base->path).filename().string()),
      html_escaped(report::comparison_counts(comparison)),
      html_escaped(base.started.empty() ? "at an unknown time" : base.started),
      html_escaped(base.revision.empty() ? "unknown" : base.revision), 100 * sources.compare.false_alarms, pairs,
      pairs == 1 ? "" : "s", comparison_figure(comparison), difference_table(comparison), left_out(comparison));
}

}  // namespace modlab::html
