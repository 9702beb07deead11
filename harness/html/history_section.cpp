#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "harness/html/estimate_cells.h"
#include "harness/html/figures.h"
#include "harness/html/html_table.h"
#include "harness/html/sections.h"
#include "harness/system/path.h"

namespace modlab::html {
namespace {

std::string history_runs(const report::History& history) {
  HtmlTable table({{"run", "", true}, {"started"}, {"revision"}, {"driver"}, {"journal"}});
  for (std::size_t i = 0; i < history.runs.size(); ++i) {
    const store::RunContext& context = history.context(i);
    table.add({number_cell(fmt::to_string(i + 1), static_cast<double>(i)), text_cell(context.started),
               code_cell(context.revision), text_cell(context.device.driver),
               text_cell(path_of(history.runs[i]->path).filename().string())});
  }
  return "<h4>Runs</h4>\n" + table.html();
}

std::string history_series(const report::History& history) {
  HtmlTable table({{"workload"},
                   {"class"},
                   {"runs", "That measured it", true},
                   {"first", "Median time in the first run, with its 95 % confidence interval", true},
                   {"last", "Median time in the last run, with its 95 % confidence interval", true},
                   {"last/first", "Divided by how much the machine itself changed, where both runs have a pilot", true},
                   {"verdict"}});
  for (const report::Series& series : history.series) {
    HtmlCell ratio;
    if (series.overall) ratio = ratio_cell(series.overall->ratio);
    const std::string_view verdict = series.overall ? statistics::name_of(series.overall->verdict) : std::string_view();
    table.add({text_cell(series.workload), text_cell(series.accuracy),
               figure_cell("{}", static_cast<double>(series.points.size())), time_cell(*series.points.front().row),
               time_cell(*series.points.back().row), ratio, text_cell(verdict)},
              verdict);
  }
  return "<h4>The last run against the first</h4>\n" + table.html();
}

std::string history_changes(const report::History& history) {
  HtmlTable table({{"workload"},
                   {"class"},
                   {"between runs"},
                   {"ratio", "The later over the earlier, with its 95 % confidence interval", true},
                   {"what changed"},
                   {"verdict"}});
  std::size_t changes = 0;
  for (const report::Series& series : history.series)
    for (std::size_t i = 1; i < series.points.size(); ++i) {
      if (!series.changes_at(i)) continue;
      ++changes;
      const std::size_t from = series.points[i - 1].run;
      const std::size_t to = series.points[i].run;
      const report::Difference& step = series.steps[i - 1];
      table.add({text_cell(series.workload),
                 text_cell(series.accuracy),
                 text_cell(fmt::format("{} and {}", from + 1, to + 1)),
                 {fmt::format("{:.3f} <span class=\"interval\">({:.3f} to {:.3f})</span>", step.ratio.ratio,
                              step.ratio.ci.low, step.ratio.ci.high),
                  step.ratio.ratio},
                 text_cell(fmt::format(
                     "{}", fmt::join(report::what_changed(history.context(from), history.context(to)), ", "))),
                 text_cell(statistics::name_of(step.verdict))},
                statistics::name_of(step.verdict));
    }
  return changes == 0 ? std::string("<p>No series has a change point.</p>\n")
                      : "<h4>Change points</h4>\n" + table.html();
}

}  // namespace

std::string history_section(const ReportSources& sources) {
  if (!sources.history) return {};
  const report::History& history = *sources.history;
  return fmt::format(
      "<section id=\"history\">\n<h2>History</h2>\n<p>{} series over {} runs. Intervals 95&nbsp;% each; a false alarm "
      "in at "
      "most {:g}&nbsp;% of such histories (Holm over {} pairs).</p>\n{}{}{}{}</section>\n",
      history.series.size(), history.runs.size(), 100 * history.false_alarms, history.judged, history_figure(history),
      history_changes(history), history_series(history), history_runs(history));
}

}  // namespace modlab::html
