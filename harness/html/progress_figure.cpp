#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/analysis/convergence.h"
#include "harness/analysis/thin.h"
#include "harness/analysis/unit.h"
#include "harness/html/chart.h"
#include "harness/html/figures.h"
#include "kernels/accuracy.h"

namespace modlab::html {
namespace {

constexpr SvgBox kProgressArea{66, 34, 460, 200};

/// One accuracy class of the search.
struct Progress {
  std::string_view accuracy;
  std::vector<analysis::PlotPoint> variants;  ///< evaluation, GB/s
  analysis::Convergence best;
  std::size_t evaluations = 0;
};

Progress progress_of(const analysis::Run& run, std::size_t group, Accuracy accuracy) {
  Progress progress{
      .accuracy = name_of(accuracy), .variants = {}, .best = analysis::convergence(run, group, name_of(accuracy))};
  for (const std::size_t index : run.groups[group].indices) {
    const store::Row& row = run.rows()[index];
    if (row.accuracy != progress.accuracy) continue;
    ++progress.evaluations;
    if (const auto figure = analysis::figure_of(row, analysis::Unit::throughput))
      progress.variants.push_back({static_cast<double>(progress.evaluations), *figure, index});
  }
  return progress;
}

void draw_best_so_far(Svg& svg, const Progress& progress, const analysis::Run& run, const LinearScale& x,
                      const LinearScale& y) {
  std::vector<SvgPoint> points;
  for (const analysis::Convergence::Step& step : progress.best.steps) {
    const auto figure = analysis::figure_of(run.rows()[step.best], analysis::Unit::throughput);
    if (!figure) continue;
    if (!points.empty()) points.push_back({x(step.evaluations), points.back().y});
    points.push_back({x(step.evaluations), y(*figure)});
  }
  svg.polyline(points, fmt::format("line {}", progress.accuracy));
}

std::string progress_caption(const std::vector<Progress>& classes, std::size_t drawn, std::size_t timed) {
  std::string caption = "<b>Search progress.</b> Every dot is a variant, the line the fastest so far;";
  for (const Progress& progress : classes) {
    const std::size_t steps = progress.best.steps.size();
    if (steps < 2) continue;
    // The last step repeats the best at the end of the search.
    caption += fmt::format(" the fastest {} variant was evaluation {:.0f} of {},", progress.accuracy,
                           progress.best.steps[steps - 2].evaluations, progress.evaluations);
  }
  caption.back() = '.';
  if (drawn < timed)
    caption += fmt::format(" {} of {} variants are drawn; the rest would lie beside these.", drawn, timed);
  return caption;
}

}  // namespace

std::string progress_figure(const analysis::Run& run, std::size_t group, std::size_t max_dots) {
  std::vector<Progress> classes;
  std::size_t timed = 0;
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  double evaluations = 2;
  for (const Accuracy accuracy : {Accuracy::exact, Accuracy::formula}) {
    Progress progress = progress_of(run, group, accuracy);
    if (progress.variants.size() < 2) continue;
    timed += progress.variants.size();
    evaluations = std::max(evaluations, static_cast<double>(progress.evaluations));
    for (const analysis::PlotPoint& variant : progress.variants) {
      low = std::min(low, variant.y);
      high = std::max(high, variant.y);
    }
    classes.push_back(std::move(progress));
  }
  if (timed == 0) return {};
  const LinearScale x{.low = 0, .high = evaluations, .from = kProgressArea.x, .to = kProgressArea.right()};
  const LinearScale y = scale_for(low, high).over(kProgressArea.bottom(), kProgressArea.y);

  Svg svg;
  draw_y_axis(svg, kProgressArea, y, "GB/s");
  draw_x_axis(svg, kProgressArea, x, "evaluations of the class");
  svg.rect(kProgressArea, "frame");
  std::vector<LegendEntry> legend;
  std::size_t drawn = 0;
  for (const Progress& progress : classes) {
    const std::size_t share = std::max<std::size_t>(1, max_dots * progress.variants.size() / timed);
    for (const analysis::PlotPoint& dot : analysis::thin_to(progress.variants, share)) {
      svg.circle({x(dot.x), y(dot.y)}, 2.2, fmt::format("dot {}", progress.accuracy),
                 fmt::format("{}\n{:.4g} GB/s", run.rows()[dot.index].variant, dot.y));
      ++drawn;
    }
    legend.push_back({LegendEntry::Mark::dot, progress.accuracy, progress.accuracy});
  }
  for (const Progress& progress : classes) draw_best_so_far(svg, progress, run, x, y);
  legend.push_back({LegendEntry::Mark::line, "line", "fastest so far"});
  draw_legend(svg, {kProgressArea.x, 14}, legend);
  return figure_of_svg(svg.element(kProgressArea.right() + 14, kProgressArea.bottom() + 42, "Search progress"),
                       progress_caption(classes, drawn, timed));
}

}  // namespace modlab::html
