#include "harness/html/estimate_cells.h"

#include <fmt/format.h>

#include "harness/report/time_text.h"

namespace modlab::html {
namespace {

/// Without its unit where that is the median's.
std::string bound_text(double ns, const std::string& median) {
  std::string text = report::time_text(ns);
  const std::string unit = median.substr(median.find(' '));
  if (text.ends_with(unit)) text.resize(text.size() - unit.size());
  return text;
}

}  // namespace

HtmlCell time_cell(const store::Row& row) {
  const std::string median = report::time_text(*row.median_ns);
  std::string html = median;
  if (row.ci_low_ns && row.ci_high_ns)
    html += fmt::format(" <span class=\"interval\">({} to {})</span>", bound_text(*row.ci_low_ns, median),
                        bound_text(*row.ci_high_ns, median));
  return {.html = std::move(html), .number = row.median_ns};
}

HtmlCell ratio_cell(const statistics::RunRatio& ratio) {
  return {.html = fmt::format("{:.3f} <span class=\"interval\">({:.3f} to {:.3f})</span>", ratio.ratio, ratio.ci.low,
                              ratio.ci.high),
          .number = ratio.ratio};
}

}  // namespace modlab::html
