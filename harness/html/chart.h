#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/html/linear_scale.h"
#include "harness/html/svg.h"
#include "harness/store/row.h"

namespace modlab::html {

// What figures have in common.

/// As wide as a figure may be.
inline constexpr double kFigureWidth = 1180;

/// About as wide as the style sheet's font draws it in a figure.
double text_width(std::string_view text);

/// Lines across the area.
void draw_y_grid(Svg& svg, const SvgBox& area, const LinearScale& scale);

/// The same with their values at its left, and the axis' title, which reads upwards.
void draw_y_axis(Svg& svg, const SvgBox& area, const LinearScale& scale, std::string_view title);

/// Lines up the area with their values below, and the axis' title below these.
void draw_x_axis(Svg& svg, const SvgBox& area, const LinearScale& scale, std::string_view title);

/// What a mark in the figure means.
struct LegendEntry {
  enum class Mark { box, line, dot, diamond, tick };
  Mark mark = Mark::box;
  std::string_view classes;
  std::string_view label;
};

/// From left to right, beginning at this point.
void draw_legend(Svg& svg, SvgPoint at, std::span<const LegendEntry> entries);

/// A row as a tip: its variant, speed with the interval, and share of the roofline.
std::string row_tip(const store::Row& row);

/// A drawing above its caption, whose markup is the caller's.
std::string figure_of_svg(const std::string& svg, std::string_view caption_html);

}  // namespace modlab::html
