#include "harness/html/linear_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace modlab::html {

LinearScale scale_for(double low, double high) {
  constexpr double kNear = 0.6;  // of the highest: below that, a cut axis would exaggerate
  constexpr double kRoom = 0.06;
  if (low < kNear * high || high <= 0) return {.low = std::min(0.0, low), .high = high > 0 ? high * (1 + kRoom) : 1};
  const double room = std::max(kRoom * (high - low), 0.002 * high);
  return {.low = low - room, .high = high + room};
}

std::vector<double> ticks_of(const LinearScale& scale, std::size_t count) {
  const double range = scale.high - scale.low;
  if (!(range > 0)) return {scale.low};
  const double rough = range / static_cast<double>(count);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 2.5, 5.0})
    if (factor * power >= rough * 0.999) {
      step = factor * power;
      break;
    }
  std::vector<double> ticks;
  constexpr double kRounding = 1e-9;
  for (double i = std::ceil(scale.low / step - kRounding); i * step <= scale.high + kRounding * range; ++i)
    ticks.push_back(i == 0 ? 0 : i * step);  // rather than -0
  return ticks;
}

std::string tick_text(double tick) { return fmt::format("{:.10g}", tick); }

}  // namespace modlab::html
