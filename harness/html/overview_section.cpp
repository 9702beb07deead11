#include <fmt/format.h>

#include <algorithm>

#include "harness/analysis/unit.h"
#include "harness/analysis/winner.h"
#include "harness/html/escape.h"
#include "harness/html/sections.h"
#include "harness/report/workload_notes.h"
#include "harness/statistics/statistics.h"
#include "kernels/accuracy.h"

namespace modlab::html {
namespace {

/// A figure that says much in few words.
std::string card(const std::string& figure, std::string_view what) {
  return fmt::format("<div class=\"card\"><b>{}</b><span>{}</span></div>\n", html_escaped(figure), html_escaped(what));
}

std::string roofline_card(const analysis::Run& run) {
  std::vector<double> shares;
  for (std::size_t group = 0; group < run.groups.size(); ++group)
    if (const auto winner = analysis::winner_of(run, group, name_of(Accuracy::exact)))
      if (const auto share = analysis::figure_of(*winner->best, analysis::Unit::roofline)) shares.push_back(*share);
  if (shares.empty()) return {};
  return card(fmt::format("{:.1f} %", statistics::median_of(shares)),
              "of the roofline: the exact winners, in the median");
}

std::string noise_card(const store::RunContext& context) {
  std::vector<double> floors;
  for (const store::RunContext& part : store::parts_of(context))
    for (const store::WorkloadContext& workload : part.workloads)
      if (!workload.aa_variant.empty()) floors.push_back(100 * store::noise_floor_share(workload));
  if (floors.empty()) return {};
  return card(fmt::format("{:.2f} %", statistics::median_of(floors)),
              "noise floor: a kernel against itself, in the median");
}

std::string adapters_text(const store::RunContext& context) {
  std::string text;
  for (const store::RunContext& part : store::parts_of(context)) {
    text += fmt::format("<p class=\"adapter\"><b>{}</b>", html_escaped(part.device.adapter));
    for (const std::string* fact : {&part.device.driver, &part.device.implementation, &part.compiler_version})
      if (!fact->empty()) text += fmt::format(" · {}", html_escaped(*fact));
    if (!part.mode.empty()) text += fmt::format(" · mode {}", html_escaped(part.mode));
    text += "</p>\n";
  }
  return text;
}

std::string dates_text(const store::RunContext& context) {
  if (context.started.empty()) return {};
  std::string text = fmt::format("Started {}", context.started);
  text += context.finished.empty() ? ", not finished" : fmt::format(", finished {}", context.finished);
  if (!context.revision.empty()) text += fmt::format("; revision {}", context.revision);
  return fmt::format("<p>{}.</p>\n", html_escaped(text));
}

}  // namespace

std::string overview_section(const ReportSources& sources) {
  const analysis::Run& run = sources.run;
  report::Rows rows;
  for (const store::Row& row : run.rows())
    if (row.accuracy != name_of(Accuracy::peer)) rows.push_back(&row);
  const auto timed =
      static_cast<std::size_t>(std::ranges::count_if(rows, [](const store::Row* row) { return report::passed(*row); }));
  std::string text = "<section id=\"overview\">\n" + adapters_text(run.files.context) + dates_text(run.files.context);
  text += "<div class=\"cards\">\n";
  text += card(fmt::to_string(run.groups.size()), run.groups.size() == 1 ? "workload" : "workloads");
  text += card(fmt::to_string(timed), "variants measured");
  if (timed < rows.size())
    text += card(fmt::to_string(rows.size() - timed),
                 "variants failed: " + report::counts_text(rows, false, &store::Row::status));
  text += roofline_card(run) + noise_card(run.files.context);
  return text + "</div>\n</section>\n";
}

}  // namespace modlab::html
