#include "harness/html/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/html/escape.h"
#include "harness/html/figures.h"
#include "harness/html/sections.h"
#include "harness/html/viridis.h"
#include "harness/system/path.h"

namespace modlab::html {
namespace {

// A page of 5,000 rows stays below 2 MB, which every mail and browser takes.
constexpr std::size_t kMaxPageDots = 1500;
constexpr std::size_t kMaxWorkloadBytes = 1'500'000;

struct Chapter {
  std::string_view id;
  std::string_view title;
  std::string html;
};

std::string contents(const std::vector<Chapter>& chapters) {
  std::string links;
  for (const Chapter& chapter : chapters)
    if (!chapter.html.empty()) links += fmt::format("<a href=\"#{}\">{}</a>\n", chapter.id, chapter.title);
  return fmt::format("<nav>\n{}</nav>\n", links);
}

std::string roofline_section(const ReportSources& sources) {
  const std::string figure = roofline_figure(sources.run, sources.peers);
  return figure.empty() ? figure : fmt::format("<section id=\"roofline\">\n<h2>Roofline</h2>\n{}</section>\n", figure);
}

/// The sections of as many workloads as there is room for.
std::vector<std::string> workload_sections(const analysis::Run& run) {
  const std::size_t dots = std::max<std::size_t>(12, kMaxPageDots / std::max<std::size_t>(1, run.groups.size()));
  std::vector<std::string> sections;
  std::size_t bytes = 0;
  for (std::size_t group = 0; group < run.groups.size(); ++group) {
    std::string section = workload_section(run, group, dots);
    bytes += section.size();
    if (bytes > kMaxWorkloadBytes && !sections.empty()) break;
    sections.push_back(std::move(section));
  }
  return sections;
}

std::string workload_chapter(const std::vector<std::string>& sections, const analysis::Run& run) {
  std::string html = "<section id=\"workloads\">\n<h2>Workloads</h2>\n";
  if (sections.size() < run.groups.size())
    html += fmt::format("<p>The first {} of {} workloads; the others are only among the winners.</p>\n",
                        sections.size(), run.groups.size());
  html += "<ol class=\"contents\">\n";
  for (std::size_t group = 0; group < sections.size(); ++group)
    html += fmt::format("<li>{}</li>\n", link_cell(run.groups[group].label, workload_id(group)).html);
  html += "</ol>\n";
  for (const std::string& section : sections) html += section;
  return html + "</section>\n";
}

}  // namespace

std::string report_page(const ReportSources& sources) {
  const analysis::Run& run = sources.run;
  const std::vector<std::string> workloads = workload_sections(run);
  const std::vector<Chapter> chapters{{"roofline", "Roofline", roofline_section(sources)},
                                      {"winners", "Winners", winners_section(sources, workloads.size())},
                                      {"peers", "Peers", peers_section(sources, workloads.size())},
                                      {"comparison", "Comparison", comparison_section(sources)},
                                      {"history", "History", history_section(sources)},
                                      {"workloads", "Workloads", workload_chapter(workloads, run)},
                                      {"context", "Context", context_section(run)}};
  const std::string title = html_escaped(path_of(run.files.path).stem().string());
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      // Whatever a name in the journal may try, the page loads nothing.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{} · modlab report</title>\n"
      "<style>\n{}</style>\n</head>\n<body>\n<header><p>modlab report</p><h1>{}</h1>"
      "<button type=\"button\" id=\"theme\">light or dark</button></header>\n<main>\n",
      title, embedded_page_parts().at("report.css"), title);
  page += viridis_gradient() + overview_section(sources) + contents(chapters);
  for (const Chapter& chapter : chapters) page += chapter.html;
  return page +
         fmt::format("</main>\n<script>\n{}</script>\n</body>\n</html>\n", embedded_page_parts().at("report.js"));
}

}  // namespace modlab::html
