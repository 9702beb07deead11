#include "harness/report/unclear_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace modlab::report {
namespace {

std::string what_settles(double ratio, const statistics::Interval& ci, double degrees,
                         const statistics::VerdictBounds& bounds) {
  if (const auto settling = statistics::settling_of(ratio, ci, degrees, bounds))
    return fmt::format("about {:.0f} times as many samples would make it {}", std::max(2.0, std::ceil(settling->times)),
                       statistics::name_of(settling->verdict));
  if (std::abs(ratio - 1) > bounds.tolerance && std::abs(ratio - 1) < bounds.indifference)
    return fmt::format("less noise than {:.1f} % would settle it", 100 * bounds.indifference);
  return "it is too close to a bound for more samples to settle it";
}

}  // namespace

std::string unclear_text(double ratio, const statistics::Interval& ci, double degrees,
                         const statistics::VerdictBounds& bounds) {
  const bool slower = ratio >= 1;
  const double bound = slower ? 1 + bounds.indifference : 1 - bounds.indifference;
  const std::string beyond = fmt::format("{} {:.3f}", slower ? "above" : "below", bound);
  const std::string_view verdict =
      statistics::name_of(slower ? statistics::Verdict::slower : statistics::Verdict::faster);
  const std::string missed = (slower ? ci.low > bound : ci.high < bound)
                                 ? fmt::format("is {} with 95 % confidence and not with the {:.4g} % of {}", beyond,
                                               100 * bounds.confidence, verdict)
                                 : fmt::format("is neither within {:.3f} to {:.3f} (SAME) nor {} ({})",
                                               1 - bounds.tolerance, 1 + bounds.tolerance, beyond, verdict);
  return fmt::format("{:.3f} to {:.3f} {}; {}", ci.low, ci.high, missed, what_settles(ratio, ci, degrees, bounds));
}

std::string unclear_text(const statistics::PairedRatio& ratio) {
  if (statistics::judge(ratio) != statistics::Verdict::unclear) return {};
  if (!ratio.is_known())
    return fmt::format("{} blocks of rounds, where an interval takes {}; measure longer", ratio.blocks,
                       statistics::PairedRatio::kMinBlocks);
  return unclear_text(ratio.ratio, ratio.interval(), ratio.degrees, {});
}

}  // namespace modlab::report
