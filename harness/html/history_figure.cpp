#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/html/chart.h"
#include "harness/html/figures.h"
#include "harness/report/selection.h"
#include "harness/report/time_text.h"

namespace modlab::html {
namespace {

constexpr double kSeriesHeight = 120;
constexpr std::size_t kSeriesPerLine = 3;
constexpr double kSeriesPitch = kFigureWidth / kSeriesPerLine;
constexpr double kSeriesLeft = 62;  ///< room for the ticks
constexpr double kSeriesTop = 56;   ///< room for legend and title

/// A point in per cent of the first run's median.
struct RelativePoint {
  double run = 0;
  double percent = 0;
  statistics::Interval ci;
};

std::vector<RelativePoint> relative_points(const report::Series& series) {
  const double first = report::estimate_of(*series.points.front().row).median;
  std::vector<RelativePoint> points;
  for (const report::HistoryPoint& point : series.points) {
    const statistics::Estimate estimate = report::estimate_of(*point.row);
    const auto percent = [&](double ns) { return 100 * (ns / first - 1); };
    points.push_back({static_cast<double>(point.run + 1),
                      percent(estimate.median),
                      {percent(estimate.ci.low), percent(estimate.ci.high)}});
  }
  return points;
}

/// One for all series, so that their changes can be compared.
LinearScale history_scale(const report::History& history) {
  double low = -1;
  double high = 1;
  for (const report::Series& series : history.series)
    for (const RelativePoint& point : relative_points(series)) {
      low = std::min(low, point.ci.low);
      high = std::max(high, point.ci.high);
    }
  const double room = 0.05 * (high - low);
  return {.low = low - room, .high = high + room};
}

std::string point_tip(const report::History& history, const report::Series& series, std::size_t index) {
  const report::HistoryPoint& point = series.points[index];
  const statistics::Estimate estimate = report::estimate_of(*point.row);
  const store::RunContext& context = history.context(point.run);
  std::string tip =
      fmt::format("run {}: {}, revision {}\n{} ({} to {})\n{}", point.run + 1, context.run,
                  context.revision.empty() ? "unknown" : context.revision, report::time_text(estimate.median),
                  report::time_text(estimate.ci.low), report::time_text(estimate.ci.high), point.row->variant);
  if (index == 0 || !series.changes_at(index)) return tip;
  const store::RunContext& before = history.context(series.points[index - 1].run);
  return tip + fmt::format("\n{} than run {}: {}", statistics::name_of(series.steps[index - 1].verdict),
                           series.points[index - 1].run + 1, fmt::join(report::what_changed(before, context), ", "));
}

void draw_series(Svg& svg, const report::History& history, const report::Series& series, const SvgBox& area,
                 const LinearScale& scale) {
  const LinearScale y = scale.over(area.bottom(), area.y);
  const std::size_t runs = history.runs.size();
  const LinearScale x{.low = 0.5, .high = static_cast<double>(runs) + 0.5, .from = area.x, .to = area.right()};
  draw_y_axis(svg, area, scale, "change, %");
  svg.rect(area, "frame");
  svg.text({area.x, area.y - 8}, fmt::format("{} {}", series.workload, series.accuracy), "panel");
  constexpr std::size_t kFit = 12;  // numbers below the area
  for (std::size_t run = 1; run <= runs; run += 1 + runs / (kFit + 1))
    svg.text({x(static_cast<double>(run)), area.bottom() + 15}, fmt::to_string(run), "tick middle");
  const std::vector<RelativePoint> points = relative_points(series);
  std::vector<SvgPoint> line;
  line.reserve(points.size());
  for (const RelativePoint& point : points) line.push_back({x(point.run), y(point.percent)});
  svg.polyline(line, fmt::format("line {}", series.accuracy));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool changed = i > 0 && series.changes_at(i);
    if (changed) {
      const double between = (line[i - 1].x + line[i].x) / 2;
      svg.line({between, area.y}, {between, area.bottom()}, "change");
    }
    svg.begin_group(fmt::format("history {}", series.accuracy), point_tip(history, series, i));
    svg.line({line[i].x, y(points[i].ci.low)}, {line[i].x, y(points[i].ci.high)}, "interval");
    svg.circle(line[i], 3, "point");
    svg.end_group();
  }
}

}  // namespace

std::string history_figure(const report::History& history) {
  const LinearScale scale = history_scale(history);
  constexpr double kLine = kSeriesHeight + 62;
  Svg svg;
  for (std::size_t i = 0; i < history.series.size(); ++i) {
    const std::size_t line = i / kSeriesPerLine;
    const std::size_t column = i % kSeriesPerLine;
    draw_series(svg, history, history.series[i],
                {kSeriesLeft + static_cast<double>(column) * kSeriesPitch,
                 kSeriesTop + static_cast<double>(line) * kLine, kSeriesPitch - kSeriesLeft - 14, kSeriesHeight},
                scale);
  }
  const std::size_t lines = (history.series.size() + kSeriesPerLine - 1) / kSeriesPerLine;
  const double bottom = kSeriesTop + static_cast<double>(lines) * kLine - 40;
  svg.text({kSeriesLeft, bottom + 14}, "run, in the order they were started", "axis");
  const LegendEntry legend[] = {{LegendEntry::Mark::dot, "exact", "exact"},
                                {LegendEntry::Mark::dot, "formula", "formula"},
                                {LegendEntry::Mark::tick, "change", "change point"}};
  draw_legend(svg, {kSeriesLeft, 14}, legend);
  return figure_of_svg(svg.element(kFigureWidth, bottom + 24, "History of every workload"),
                       "<b>History.</b> How much longer the best variant of each run takes than that of the first, "
                       "with its 95&nbsp;% interval; a "
                       "change point lies between two runs whose verdict is FASTER or SLOWER.");
}

}  // namespace modlab::html
