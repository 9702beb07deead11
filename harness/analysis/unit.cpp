#include "harness/analysis/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/report/selection.h"

namespace modlab::analysis {
namespace {

std::string time_figure(double ns) {
  const double size = std::abs(ns);
  if (size < 1e3) return fmt::format("{:.4g} ns", ns);
  if (size < 1e6) return fmt::format("{:.4g} µs", ns / 1e3);
  if (size < 1e9) return fmt::format("{:.4g} ms", ns / 1e6);
  return fmt::format("{:.4g} s", ns / 1e9);
}

}  // namespace

std::string_view axis_label(Unit unit) {
  switch (unit) {
    case Unit::time: return "median time of a launch";
    case Unit::throughput: return "GB/s";
    case Unit::roofline: return "% of the roofline";
  }
  return "";
}

std::optional<double> in_unit(const store::Row& row, Unit unit, double ns) {
  if (unit == Unit::time) return ns;
  if (!row.bytes || ns <= 0) return std::nullopt;
  const double gbps = static_cast<double>(*row.bytes) / ns;
  if (unit == Unit::throughput) return gbps;
  if (!row.roofline_gbps || *row.roofline_gbps <= 0) return std::nullopt;
  return 100 * gbps / *row.roofline_gbps;
}

std::optional<double> figure_of(const store::Row& row, Unit unit) {
  if (!report::passed(row) || !row.median_ns) return std::nullopt;
  return in_unit(row, unit, *row.median_ns);
}

std::optional<statistics::Interval> interval_of(const store::Row& row, Unit unit) {
  if (!report::passed(row) || !row.ci_low_ns || !row.ci_high_ns) return std::nullopt;
  const auto low = in_unit(row, unit, *row.ci_low_ns);
  const auto high = in_unit(row, unit, *row.ci_high_ns);
  if (!low || !high) return std::nullopt;
  return statistics::Interval{std::min(*low, *high), std::max(*low, *high)};
}

std::string figure_text(Unit unit, double value) {
  switch (unit) {
    case Unit::time: return time_figure(value);
    case Unit::throughput: return fmt::format("{:.4g} GB/s", value);
    case Unit::roofline: return fmt::format("{:.1f} %", value);
  }
  return "";
}

std::string median_text(const store::Row& row, Unit unit) {
  const auto figure = figure_of(row, unit);
  if (!figure) return {};
  const auto interval = interval_of(row, unit);
  if (!interval) return figure_text(unit, *figure);
  return fmt::format("{} ({} to {})", figure_text(unit, *figure), figure_text(unit, interval->low),
                     figure_text(unit, interval->high));
}

}  // namespace modlab::analysis
