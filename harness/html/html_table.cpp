#include "harness/html/html_table.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/html/escape.h"

namespace modlab::html {
namespace {

/// As scripts read it.
std::string sort_text(double number) {
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return fmt::format("{:.6g}", number);
}

}  // namespace

HtmlCell text_cell(std::string_view text) { return {.html = html_escaped(text)}; }

HtmlCell code_cell(std::string_view text) { return {.html = fmt::format("<code>{}</code>", html_escaped(text))}; }

HtmlCell link_cell(std::string_view text, std::string_view id) {
  return {.html = fmt::format("<a href=\"#{}\">{}</a>", html_escaped(id), html_escaped(text))};
}

HtmlCell number_cell(std::string_view text, double number) { return {.html = html_escaped(text), .number = number}; }

HtmlCell figure_cell(std::string_view format, std::optional<double> figure) {
  return figure ? number_cell(fmt::format(fmt::runtime(format), *figure), *figure) : HtmlCell{};
}

void HtmlTable::add(const std::vector<HtmlCell>& cells, std::string_view classes) {
  rows_ += classes.empty() ? std::string("<tr>") : fmt::format("<tr class=\"{}\">", classes);
  for (const HtmlCell& cell : cells)
    rows_ += cell.number ? fmt::format("<td data-sort=\"{}\">{}</td>", sort_text(*cell.number), cell.html)
                         : fmt::format("<td>{}</td>", cell.html);
  rows_ += "</tr>\n";
}

std::string HtmlTable::html() const {
  std::string head;
  for (const HtmlColumn& column : columns_)
    head += fmt::format("<th scope=\"col\"{}{}><button type=\"button\">{}</button></th>",
                        column.number ? " class=\"number\"" : "",
                        column.help.empty() ? std::string() : fmt::format(" title=\"{}\"", html_escaped(column.help)),
                        html_escaped(column.heading));
  return fmt::format(
      "<div class=\"wide\"><table "
      "class=\"sortable\">\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
      head, rows_);
}

}  // namespace modlab::html
