#include <fmt/format.h>

#include <algorithm>

#include "harness/analysis/peers.h"
#include "harness/analysis/roofline_bars.h"
#include "harness/analysis/unit.h"
#include "harness/html/chart.h"
#include "harness/html/figures.h"
#include "harness/statistics/statistics.h"

namespace modlab::html {
namespace {

constexpr double kBarPitch = 23;

double fastest_in(const std::vector<analysis::RooflineBar>& bars, const analysis::Run& run,
                  const std::vector<store::Row>& elsewhere) {
  double fastest = 0;
  for (const analysis::RooflineBar& bar : bars) {
    fastest = std::max(fastest, bar.roof_gbps);
    for (const auto& best : {bar.best_exact, bar.best_formula})
      if (best) fastest = std::max(fastest, run.rows()[*best].gbps.value_or(0));
    for (const store::Row* peer : analysis::peers_of(run, bar.group, elsewhere))
      fastest = std::max(fastest, *peer->gbps);
  }
  return fastest;
}

std::string roofline_caption(const std::vector<analysis::RooflineBar>& bars, const analysis::Run& run) {
  std::vector<double> shares;
  for (const analysis::RooflineBar& bar : bars)
    if (bar.best_exact)
      if (const auto share = analysis::figure_of(run.rows()[*bar.best_exact], analysis::Unit::roofline))
        shares.push_back(*share);
  std::string caption = "<b>Roofline.</b> The best of every workload against a measured copy of the same bytes";
  if (shares.empty()) return caption + ".";
  const auto [least, most] = std::ranges::minmax(shares);
  if (shares.size() == 1) return caption + fmt::format(": the exact winner reaches {:.1f} % of it.", least);
  return caption + fmt::format(": the exact winners reach {:.1f} % to {:.1f} % of it, in the median {:.1f} %.", least,
                               most, statistics::median_of(shares));
}

}  // namespace

std::string roofline_figure(const analysis::Run& run, const std::vector<store::Row>& peers) {
  const std::vector<analysis::RooflineBar> bars = analysis::roofline_bars(run);
  if (bars.empty()) return {};
  double widest = 0;
  for (const analysis::RooflineBar& bar : bars) widest = std::max(widest, text_width(bar.label));
  const double left = std::min(widest + 12, kFigureWidth / 2);
  const SvgBox area{left, 34, kFigureWidth - left - 16, kBarPitch * static_cast<double>(bars.size()) + 6};
  const LinearScale x{.low = 0, .high = 1.03 * fastest_in(bars, run, peers), .from = area.x, .to = area.right()};

  Svg svg;
  draw_x_axis(svg, area, x, "GB/s");
  bool has_formula = false;
  bool has_peers = false;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const analysis::RooflineBar& bar = bars[i];
    const double top = area.y + 3 + kBarPitch * static_cast<double>(i);
    svg.text({area.x - 8, top + 14}, bar.label, "tick end");
    const auto draw_bar = [&](const std::optional<std::size_t>& best, std::string_view classes, double y,
                              double height) {
      if (!best || !run.rows()[*best].gbps) return;
      const store::Row& row = run.rows()[*best];
      svg.rect({area.x, y, x(*row.gbps) - area.x, height}, classes, row_tip(row));
    };
    draw_bar(bar.best_exact, "exact", top + 3, bar.best_formula ? 8 : 13);
    draw_bar(bar.best_formula, "formula", top + 12, bar.best_exact ? 5 : 8);
    has_formula = has_formula || bar.best_formula;
    if (bar.roof_gbps > 0) {
      svg.begin_group("roof", fmt::format("{}\nroofline {:.4g} GB/s", bar.label, bar.roof_gbps));
      svg.line({x(bar.roof_gbps), top}, {x(bar.roof_gbps), top + 20}, "roof");
      svg.end_group();
    }
    for (const store::Row* peer : analysis::peers_of(run, bar.group, peers)) {
      has_peers = true;
      svg.diamond({x(*peer->gbps), top + 10}, 4.5, "peer", row_tip(*peer));
    }
  }
  using Mark = LegendEntry::Mark;
  std::vector<LegendEntry> legend{{Mark::box, "exact", "best exact variant"}};
  if (has_formula) legend.push_back({Mark::box, "formula", "best formula variant"});
  if (has_peers) legend.push_back({Mark::diamond, "peer", "peers"});
  legend.push_back({Mark::tick, "roof", "roofline"});
  draw_legend(svg, {area.x, 14}, legend);
  return figure_of_svg(svg.element(kFigureWidth, area.bottom() + 42, "Roofline of every workload"),
                       roofline_caption(bars, run));
}

}  // namespace modlab::html
