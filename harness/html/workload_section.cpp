#include <fmt/format.h>

#include <algorithm>

#include "harness/analysis/winner.h"
#include "harness/html/escape.h"
#include "harness/html/estimate_cells.h"
#include "harness/html/figures.h"
#include "harness/html/html_table.h"
#include "harness/html/sections.h"
#include "harness/report/difference.h"
#include "harness/report/none_passed.h"
#include "harness/report/workload_notes.h"
#include "kernels/accuracy.h"

namespace modlab::html {
namespace {

/// The winner, its tie set, and at least so many of the next: enough to see how it goes on.
constexpr std::size_t kFewestShown = 6;
constexpr std::size_t kMostShown = 24;

report::Rows shown_of(const analysis::Winner& winner) {
  report::Rows shown{winner.best};
  shown.insert(shown.end(), winner.ties.begin(), winner.ties.end());
  report::Rows others = winner.measured;
  std::erase_if(others, [&](const store::Row* row) { return std::ranges::find(shown, row) != shown.end(); });
  std::ranges::stable_sort(others, {}, [](const store::Row* row) { return *row->median_ns; });
  for (const store::Row* row : others) {
    if (shown.size() >= kFewestShown) break;
    shown.push_back(row);
  }
  if (shown.size() > kMostShown) shown.resize(kMostShown);
  return shown;
}

std::string mark_of(const store::Row& row) {
  if (row.tie == "best" || row.tie == "untested") return row.tie;
  return row.tie == "yes" ? "tie" : "";
}

std::string fastest_table(const analysis::Run& run, std::size_t group) {
  HtmlTable table({{"tie", "The best of its class, what ties with it, and what was never compared with it (untested)"},
                   {"variant"},
                   {"class"},
                   {"median", "Median time of one launch, with its 95 % confidence interval", true},
                   {"GB/s", "", true},
                   {"roof\u00a0%", "Share of the GB/s that a measured copy of the same bytes reaches", true},
                   {"times best", "The time over that of the best exact variant", true},
                   {"max ULP", "The largest error", true}});
  std::string counts;
  for (const Accuracy accuracy : {Accuracy::exact, Accuracy::formula}) {
    const auto winner = analysis::winner_of(run, group, name_of(accuracy));
    if (!winner) continue;
    const report::Rows shown = shown_of(*winner);
    for (const store::Row* row : shown) {
      const auto ratio = analysis::times_best_exact(run, static_cast<std::size_t>(row - run.rows().data()));
      table.add({text_cell(mark_of(*row)), code_cell(row->variant), text_cell(row->accuracy), time_cell(*row),
                 figure_cell("{:.4g}", row->gbps), figure_cell("{:.1f}", row->roofline_pct),
                 figure_cell("{:.3f}", ratio ? std::optional(ratio->ratio) : std::nullopt),
                 figure_cell("{:.3g}", row->max_ulp)},
                row->accuracy);
    }
    counts += fmt::format("{}{} of {} {} variants", counts.empty() ? "" : ", ", shown.size(), winner->measured.size(),
                          name_of(accuracy));
  }
  return counts.empty() ? counts : fmt::format("<h4>The fastest: {}</h4>\n{}", counts, table.html());
}

/// What `modlab summary` says about the workload as a whole.
std::string notes_list(const analysis::Run& run, std::size_t group) {
  const analysis::RowGroup& own = run.groups[group];
  report::Rows rows;
  for (const std::size_t index : own.indices) rows.push_back(&run.rows()[index]);
  const auto count = std::ranges::count_if(rows, [](const store::Row* row) { return report::passed(*row); });
  const store::Row& first = *rows.front();
  const store::RunContext& part = store::part_on(run.files.context, first.adapter);
  const store::WorkloadContext about = report::about_workload(part, first);
  std::string measured = fmt::format("{} variants measured", count);
  if (about.space > 0) measured += fmt::format(" of {}", about.space);
  if (const std::string failures = report::counts_text(rows, false, &store::Row::status); !failures.empty())
    measured += ", " + failures;
  std::vector<std::string> notes{measured};
  if (const std::string why = report::why_none_passed(rows); !why.empty()) notes.push_back(why);
  if (const std::string stops = report::counts_text(rows, true, &store::Row::stop); !stops.empty())
    notes.push_back("sampling stopped: " + stops);
  std::ranges::copy(report::workload_notes(part, about, rows), std::back_inserter(notes));
  std::string items;
  for (const std::string& note : notes) items += fmt::format("<li>{}</li>\n", html_escaped(note));
  return fmt::format("<ul class=\"notes\">\n{}</ul>\n", items);
}

}  // namespace

std::string workload_id(std::size_t group) { return fmt::format("workload-{}", group + 1); }

HtmlCell workload_cell(const analysis::Run& run, std::size_t group, std::size_t detailed) {
  const std::string& label = run.groups[group].label;
  return group < detailed ? link_cell(label, workload_id(group)) : text_cell(label);
}

std::string workload_section(const analysis::Run& run, std::size_t group, std::size_t max_dots) {
  std::string maps;
  for (const Accuracy accuracy : {Accuracy::exact, Accuracy::formula})
    if (maps.empty()) maps = heat_map_figure(run, group, name_of(accuracy));
  return fmt::format(
      "<section id=\"{}\" class=\"workload\">\n<h3>{}</h3>\n{}{}{}<div class=\"side\">\n{}{}</div>\n</section>\n",
      workload_id(group), html_escaped(run.groups[group].label), notes_list(run, group), fastest_table(run, group),
      effect_figure(run, group), maps, progress_figure(run, group, max_dots));
}

}  // namespace modlab::html
