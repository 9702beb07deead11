#include <fmt/format.h>

#include "harness/analysis/winner.h"
#include "harness/html/estimate_cells.h"
#include "harness/html/html_table.h"
#include "harness/html/sections.h"
#include "kernels/accuracy.h"

namespace modlab::html {

std::string winners_section(const ReportSources& sources, std::size_t detailed) {
  const analysis::Run& run = sources.run;
  HtmlTable table({{"workload", "operator / type / shape / layout / placement / data set"},
                   {"class", "exact: bit-identical to the reference; formula: within the bound of DirectML's formula"},
                   {"best variant"},
                   {"median", "Median time of one launch, with its 95 % confidence interval", true},
                   {"GB/s", "A, B and Out once each, divided by the median", true},
                   {"roof\u00a0%", "Share of the GB/s that a measured copy of the same bytes reaches", true},
                   {"ties", "Variants that cannot be told from the best: their figures are below", true},
                   {"times plainest", "How many times as fast as the plainest variant that was measured", true}});
  for (std::size_t group = 0; group < run.groups.size(); ++group)
    for (const Accuracy accuracy : {Accuracy::exact, Accuracy::formula}) {
      const auto winner = analysis::winner_of(run, group, name_of(accuracy));
      if (!winner) continue;
      const store::Row& best = *winner->best;
      table.add(
          {workload_cell(run, group, detailed), text_cell(best.accuracy), code_cell(best.variant), time_cell(best),
           figure_cell("{:.4g}", best.gbps), figure_cell("{:.1f}", best.roofline_pct),
           number_cell(analysis::tie_text(*winner), winner->confirmed ? static_cast<double>(winner->ties.size()) : -1),
           figure_cell("{:.2f}", *winner->plainest->median_ns / *best.median_ns)},
          best.accuracy);
    }
  return fmt::format(
      "<section id=\"winners\">\n<h2>Winners</h2>\n"
      "<p>The best variant of every workload and accuracy class. A variant ties unless it was compared with the winner "
      "and is beyond doubt more than 0.5 % slower. A click on a heading sorts.</p>\n{}</section>\n",
      table.html());
}

}  // namespace modlab::html
