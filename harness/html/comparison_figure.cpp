#include <fmt/format.h>

#include <algorithm>

#include "harness/html/chart.h"
#include "harness/html/figures.h"
#include "harness/report/time_text.h"

namespace modlab::html {
namespace {

constexpr double kRatioPitch = 22;

std::string difference_label(const report::Difference& difference) {
  return fmt::format("{} {}", store::workload_of(*difference.base), difference.base->accuracy);
}

std::string difference_tip(const report::Difference& difference) {
  const store::Row& base = *difference.base;
  const store::Row& next = *difference.next;
  const statistics::RunRatio& ratio = difference.ratio;
  return fmt::format("{}\nnew/base {:.3f} ({:.3f} to {:.3f}): {}\nbase {}, {}\nnew {}, {}\nnoise {:.1f} %",
                     difference_label(difference), ratio.ratio, ratio.ci.low, ratio.ci.high,
                     statistics::name_of(difference.verdict), report::time_text(*base.median_ns), base.variant,
                     report::time_text(*next.median_ns), next.variant, 100 * difference.indifference);
}

std::string_view verdict_class(statistics::Verdict verdict) {
  switch (verdict) {
    case statistics::Verdict::faster: return "faster";
    case statistics::Verdict::slower: return "slower";
    case statistics::Verdict::same: return "same";
    case statistics::Verdict::unclear: return "unclear";
  }
  return "";
}

/// Around 1, as far as the furthest interval and at least twice the noise.
LinearScale ratio_scale(const std::vector<report::Difference>& differences) {
  double low = 1;
  double high = 1;
  for (const report::Difference& difference : differences) {
    low = std::min({low, difference.ratio.ci.low, 1 - 2 * difference.indifference});
    high = std::max({high, difference.ratio.ci.high, 1 + 2 * difference.indifference});
  }
  const double room = 0.03 * (high - low);
  return {.low = low - room, .high = high + room};
}

}  // namespace

std::string comparison_figure(const report::RunComparison& comparison) {
  const std::vector<report::Difference>& differences = comparison.differences;
  if (differences.empty()) return {};
  double label = 0;
  for (const report::Difference& difference : differences)
    label = std::max(label, text_width(difference_label(difference)));
  constexpr double kVerdictRoom = 74;
  const double left = std::min(label + 12, kFigureWidth / 2);
  const SvgBox area{left, 34, kFigureWidth - left - kVerdictRoom,
                    kRatioPitch * static_cast<double>(differences.size()) + 6};
  const LinearScale x = ratio_scale(differences).over(area.x, area.right());

  Svg svg;
  draw_x_axis(svg, area, x, "new/base, ratio of times: less than 1 is faster");
  const auto middle_of = [&](std::size_t i) { return area.y + 3 + kRatioPitch * (static_cast<double>(i) + 0.5); };
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const double noise = differences[i].indifference;
    svg.rect({x(1 - noise), middle_of(i) - 9, x(1 + noise) - x(1 - noise), 18}, "noise");
  }
  svg.line({x(1), area.y}, {x(1), area.bottom()}, "one");
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const report::Difference& difference = differences[i];
    const double y = middle_of(i);
    svg.text({area.x - 8, y + 4}, difference_label(difference), "tick end");
    svg.begin_group(fmt::format("ratio {}", verdict_class(difference.verdict)), difference_tip(difference));
    svg.line({x(difference.ratio.ci.low), y}, {x(difference.ratio.ci.high), y}, "interval");
    svg.circle({x(difference.ratio.ratio), y}, 4, "point");
    svg.text({area.right() + 8, y + 4}, statistics::name_of(difference.verdict), "verdict");
    svg.end_group();
  }
  const LegendEntry legend[] = {{LegendEntry::Mark::dot, "ratio same point", "ratio with its 95 % interval"},
                                {LegendEntry::Mark::box, "noise", "noise: no difference can be seen within"}};
  draw_legend(svg, {area.x, 14}, legend);
  return figure_of_svg(
      svg.element(kFigureWidth, area.bottom() + 42, "Comparison of two runs"),
      "<b>Comparison.</b> The time of the best variant of this run over that of the base: an interval "
      "left of the noise is FASTER, one right of it SLOWER, with regard to how many are judged at once.");
}

}  // namespace modlab::html
