#include "harness/html/svg.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/html/escape.h"

namespace modlab::html {
namespace {

/// To a tenth of a pixel, which nobody sees.
std::string pixels(double value) {
  const double tenths = std::round(value * 10);
  return fmt::format("{:g}", tenths == 0 ? 0 : tenths / 10);
}

std::string with_tip(std::string_view name, const std::string& attributes, std::string_view tip) {
  if (tip.empty()) return fmt::format("<{} {}/>\n", name, attributes);
  return fmt::format("<{} {}><title>{}</title></{}>\n", name, attributes, html_escaped(tip), name);
}

}  // namespace

void Svg::line(SvgPoint from, SvgPoint to, std::string_view classes) {
  const std::pair<SvgPoint, SvgPoint> ends[] = {{from, to}};
  lines(ends, classes);
}

void Svg::lines(std::span<const std::pair<SvgPoint, SvgPoint>> ends, std::string_view classes) {
  shapes_ += fmt::format("<path class=\"{}\" d=\"", classes);
  for (const auto& [from, to] : ends) {
    shapes_ += fmt::format("M{} {}", pixels(from.x), pixels(from.y));
    shapes_ += from.x == to.x   ? fmt::format("V{}", pixels(to.y))
               : from.y == to.y ? fmt::format("H{}", pixels(to.x))
                                : fmt::format("L{} {}", pixels(to.x), pixels(to.y));
  }
  shapes_ += "\"/>\n";
}

void Svg::polyline(std::span<const SvgPoint> points, std::string_view classes) {
  shapes_ += fmt::format("<polyline class=\"{}\" points=\"", classes);
  for (const SvgPoint& point : points)
    shapes_ += fmt::format("{}{},{}", &point == points.data() ? "" : " ", pixels(point.x), pixels(point.y));
  shapes_ += "\"/>\n";
}

void Svg::rect(const SvgBox& box, std::string_view classes, std::string_view tip, std::string_view fill) {
  std::string attributes = fmt::format("class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", classes,
                                       pixels(box.x), pixels(box.y), pixels(box.width), pixels(box.height));
  if (!fill.empty()) attributes += fmt::format(" fill=\"{}\"", fill);
  shapes_ += with_tip("rect", attributes, tip);
}

void Svg::circle(SvgPoint centre, double radius, std::string_view classes, std::string_view tip) {
  shapes_ += with_tip(
      "circle",
      fmt::format("class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"", classes, pixels(centre.x), pixels(centre.y), radius),
      tip);
}

void Svg::diamond(SvgPoint centre, double radius, std::string_view classes, std::string_view tip) {
  const std::string r = pixels(radius);
  shapes_ += with_tip("path",
                      fmt::format("class=\"{}\" d=\"M{} {}l{} {}l-{} {}l-{} -{}z\"", classes, pixels(centre.x),
                                  pixels(centre.y - radius), r, r, r, r, r, r),
                      tip);
}

void Svg::text(SvgPoint at, std::string_view text, std::string_view classes) {
  shapes_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", classes, pixels(at.x), pixels(at.y),
                         html_escaped(text));
}

void Svg::upward_text(SvgPoint at, std::string_view text, std::string_view classes) {
  shapes_ += fmt::format("<text class=\"{}\" transform=\"translate({} {})rotate(-90)\">{}</text>\n", classes,
                         pixels(at.x), pixels(at.y), html_escaped(text));
}

void Svg::begin_group(std::string_view classes, std::string_view tip) {
  shapes_ += fmt::format("<g class=\"{}\">", classes);
  if (!tip.empty()) shapes_ += fmt::format("<title>{}</title>", html_escaped(tip));
}

void Svg::end_group() { shapes_ += "</g>\n"; }

std::string Svg::element(double width, double height, std::string_view label) const {
  return fmt::format(
      "<svg role=\"img\" aria-label=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\">\n{}</svg>\n",
      html_escaped(label), pixels(width), pixels(height), pixels(width), pixels(height), shapes_);
}

}  // namespace modlab::html
