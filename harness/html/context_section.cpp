#include <fmt/format.h>

#include "harness/analysis/context_facts.h"
#include "harness/html/escape.h"
#include "harness/html/html_table.h"
#include "harness/html/sections.h"

namespace modlab::html {
namespace {

/// The command line, which may be long, below the others.
std::string facts_html(const store::RunContext& context) {
  std::string text = "<div class=\"facts\">\n";
  std::string command;
  for (const analysis::FactGroup& group : analysis::context_facts(context)) {
    text += fmt::format("<div><h4>{}</h4>\n<dl>\n", html_escaped(group.title));
    for (const analysis::Fact& fact : group.facts)
      if (fact.label == "command")
        command = fmt::format("<h4>Command</h4>\n<p class=\"command\"><code>{}</code></p>\n", html_escaped(fact.value));
      else
        text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_escaped(fact.label), html_escaped(fact.value));
    text += "</dl></div>\n";
  }
  return text + "</div>\n" + command;
}

std::string spent_html(const store::TimeSpent& spent) {
  if (spent.whole() == 0) return {};
  return fmt::format(
      "<p>Spent {:.1f} s, {:.0f} % of it measuring: compile {:.1f}, verify {:.1f}, measure {:.1f}, other {:.1f}.</p>\n",
      spent.whole(), 100 * spent.measure / spent.whole(), spent.compile, spent.verify, spent.measure, spent.other);
}

std::string noise_table(const store::RunContext& context) {
  HtmlTable table(
      {{"workload"},
       {"noise floor", "The largest difference between two timings of one kernel that chance explains", true},
       {"A/A", "The best variant against itself, with the 95 % confidence interval"},
       {"verdict"},
       {"variant"}});
  std::size_t lines = 0;
  for (const store::WorkloadContext& workload : context.workloads) {
    if (workload.aa_variant.empty()) continue;
    ++lines;
    table.add(
        {text_cell(workload.workload), number_cell(analysis::noise_floor(workload), store::noise_floor_share(workload)),
         text_cell(analysis::aa_difference(workload)), text_cell(workload.aa_verdict), code_cell(workload.aa_variant)});
  }
  return lines == 0 ? std::string() : "<h4>Noise</h4>\n" + table.html();
}

}  // namespace

std::string context_section(const analysis::Run& run) {
  std::string text = "<section id=\"context\">\n<h2>Context</h2>\n";
  for (const store::RunContext& part : store::parts_of(run.files.context))
    text += facts_html(part) + spent_html(part.spent) + noise_table(part);
  return text + "</section>\n";
}

}  // namespace modlab::html
