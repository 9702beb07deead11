#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace modlab::html {

struct SvgPoint {
  double x = 0;
  double y = 0;
};

struct SvgBox {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double bottom() const { return y + height; }
};

/// A drawing for an HTML page. Colours and fonts are the style sheet's: every shape names its classes. A tip is what
/// the browser shows when the mouse rests on the shape, with or without scripts.
class Svg {
 public:
  void line(SvgPoint from, SvgPoint to, std::string_view classes);
  /// Unconnected ones, of two points each.
  void lines(std::span<const std::pair<SvgPoint, SvgPoint>> ends, std::string_view classes);
  void polyline(std::span<const SvgPoint> points, std::string_view classes);
  void rect(const SvgBox& box, std::string_view classes, std::string_view tip = {}, std::string_view fill = {});
  void circle(SvgPoint centre, double radius, std::string_view classes, std::string_view tip = {});
  void diamond(SvgPoint centre, double radius, std::string_view classes, std::string_view tip = {});
  /// `classes` also say where the text is around the point: "middle", "end", or to its right.
  void text(SvgPoint at, std::string_view text, std::string_view classes);
  /// A text that reads upwards.
  void upward_text(SvgPoint at, std::string_view text, std::string_view classes);

  /// Shapes that share a tip.
  void begin_group(std::string_view classes, std::string_view tip = {});
  void end_group();

  /// The whole element; `label` is for those who cannot see it.
  [[nodiscard]] std::string element(double width, double height, std::string_view label) const;

 private:
  std::string shapes_;
};

}  // namespace modlab::html
