#include "harness/html/chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/analysis/unit.h"
#include "harness/report/time_text.h"

namespace modlab::html {
namespace {

constexpr double kTickGap = 6;  ///< between a tick's text and the area

std::vector<double> x_ticks(const SvgBox& area, const LinearScale& scale) {
  return ticks_of(scale, std::max<std::size_t>(2, static_cast<std::size_t>(area.width / 75)));
}
std::vector<double> y_ticks(const SvgBox& area, const LinearScale& scale) {
  return ticks_of(scale, std::max<std::size_t>(2, static_cast<std::size_t>(area.height / 24)));
}

double draw_mark(Svg& svg, SvgPoint at, const LegendEntry& entry) {
  constexpr double kWidth = 14;
  const SvgPoint centre{at.x + kWidth / 2, at.y};
  switch (entry.mark) {
    case LegendEntry::Mark::box: svg.rect({at.x, at.y - 5, kWidth, 10}, entry.classes); break;
    case LegendEntry::Mark::line: svg.line({at.x, at.y}, {at.x + kWidth, at.y}, entry.classes); break;
    case LegendEntry::Mark::dot: svg.circle(centre, 3, entry.classes); break;
    case LegendEntry::Mark::diamond: svg.diamond(centre, 4.5, entry.classes); break;
    case LegendEntry::Mark::tick: svg.line({centre.x, at.y - 7}, {centre.x, at.y + 7}, entry.classes); break;
  }
  return kWidth;
}

}  // namespace

double text_width(std::string_view text) {
  constexpr double kPerLetter = 6.7;
  const auto letters = std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });  // of UTF-8
  return kPerLetter * static_cast<double>(letters);
}

void draw_y_grid(Svg& svg, const SvgBox& area, const LinearScale& scale) {
  const LinearScale y = scale.over(area.bottom(), area.y);
  std::vector<std::pair<SvgPoint, SvgPoint>> lines;
  for (const double tick : y_ticks(area, scale)) lines.push_back({{area.x, y(tick)}, {area.right(), y(tick)}});
  svg.lines(lines, "grid");
}

void draw_y_axis(Svg& svg, const SvgBox& area, const LinearScale& scale, std::string_view title) {
  draw_y_grid(svg, area, scale);
  const LinearScale y = scale.over(area.bottom(), area.y);
  double widest = 0;
  for (const double tick : y_ticks(area, scale)) {
    const std::string text = tick_text(tick);
    widest = std::max(widest, text_width(text));
    svg.text({area.x - kTickGap, y(tick) + 4}, text, "tick end");
  }
  svg.upward_text({area.x - kTickGap - widest - 10, area.y + area.height / 2}, title, "axis middle");
}

void draw_x_axis(Svg& svg, const SvgBox& area, const LinearScale& scale, std::string_view title) {
  const LinearScale x = scale.over(area.x, area.right());
  std::vector<std::pair<SvgPoint, SvgPoint>> lines;
  for (const double tick : x_ticks(area, scale)) lines.push_back({{x(tick), area.y}, {x(tick), area.bottom()}});
  svg.lines(lines, "grid");
  for (const double tick : x_ticks(area, scale))
    svg.text({x(tick), area.bottom() + 16}, tick_text(tick), "tick middle");
  svg.text({area.x + area.width / 2, area.bottom() + 34}, title, "axis middle");
}

void draw_legend(Svg& svg, SvgPoint at, std::span<const LegendEntry> entries) {
  for (const LegendEntry& entry : entries) {
    at.x += draw_mark(svg, at, entry) + 6;
    svg.text({at.x, at.y + 4}, entry.label, "legend");
    at.x += text_width(entry.label) + 18;
  }
}

std::string row_tip(const store::Row& row) {
  std::string tip = row.variant;
  if (const std::string speed = analysis::median_text(row, analysis::Unit::throughput); !speed.empty())
    tip += '\n' + speed;
  if (row.median_ns) tip += '\n' + report::time_text(*row.median_ns);
  if (row.median_ns && row.ci_low_ns && row.ci_high_ns)
    tip += fmt::format(" ({} to {})", report::time_text(*row.ci_low_ns), report::time_text(*row.ci_high_ns));
  if (const auto share = analysis::figure_of(row, analysis::Unit::roofline))
    tip += fmt::format("\n{:.1f} % of the roofline", *share);
  return tip;
}

std::string figure_of_svg(const std::string& svg, std::string_view caption_html) {
  return fmt::format("<figure><div class=\"wide\">{}</div><figcaption>{}</figcaption></figure>\n", svg, caption_html);
}

}  // namespace modlab::html
