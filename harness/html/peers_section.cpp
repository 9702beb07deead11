#include <fmt/format.h>

#include "harness/analysis/peers.h"
#include "harness/analysis/winner.h"
#include "harness/html/estimate_cells.h"
#include "harness/html/html_table.h"
#include "harness/html/sections.h"
#include "kernels/accuracy.h"

namespace modlab::html {

std::string peers_section(const ReportSources& sources, std::size_t detailed) {
  const analysis::Run& run = sources.run;
  HtmlTable table(
      {{"workload"},
       {"peer", "What computes the same and is not ours"},
       {"version"},
       {"median", "Median time of one launch, with its 95 % confidence interval", true},
       {"GB/s", "", true},
       {"results inexact", "Not bit-identical to the reference", true},
       {"times as fast", "The exact winner over the peer, with the ratio's 95 % confidence interval", true}});
  std::size_t lines = 0;
  for (std::size_t group = 0; group < run.groups.size(); ++group) {
    const auto winner = analysis::winner_of(run, group, name_of(Accuracy::exact));
    for (const store::Row* peer : analysis::peers_of(run, group, sources.peers)) {
      std::vector<HtmlCell> cells{
          workload_cell(run, group, detailed),
          code_cell(peer->variant),
          text_cell(peer->choice("compiler")),
          time_cell(*peer),
          figure_cell("{:.4g}", peer->gbps),
          number_cell(fmt::to_string(peer->mismatches.value_or(0)), static_cast<double>(peer->mismatches.value_or(0)))};
      cells.push_back(winner ? ratio_cell(report::times_as_fast(*winner->best, *peer)) : HtmlCell{});
      table.add(cells);
      ++lines;
    }
  }
  if (lines == 0) return {};
  return fmt::format(
      "<section id=\"peers\">\n<h2>Peers</h2>\n<p>What others reach on the same operands, correct or not, beside the "
      "exact winner.</p>\n{}</section>\n",
      table.html());
}

}  // namespace modlab::html
