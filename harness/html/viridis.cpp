#include "harness/html/viridis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace modlab::html {

std::string viridis(double share) {
  // Every tenth of the map by van der Walt and Smith; between them straight lines, which differ by less than the eye.
  constexpr std::array<std::array<double, 3>, 11> kColours{{{68, 1, 84},
                                                            {72, 36, 117},
                                                            {65, 68, 135},
                                                            {53, 95, 141},
                                                            {42, 120, 142},
                                                            {33, 145, 140},
                                                            {34, 168, 132},
                                                            {68, 191, 112},
                                                            {122, 209, 81},
                                                            {189, 223, 38},
                                                            {253, 231, 37}}};
  const double along = std::clamp(share, 0.0, 1.0) * (kColours.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(along), kColours.size() - 2);
  const double part = along - static_cast<double>(below);
  std::array<int, 3> mixed{};
  for (std::size_t i = 0; i < mixed.size(); ++i)
    mixed[i] = static_cast<int>(std::lround(kColours[below][i] + part * (kColours[below + 1][i] - kColours[below][i])));
  return fmt::format("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2]);
}

std::string viridis_gradient() {
  constexpr int kStops = 10;
  std::string stops;
  for (int i = 0; i <= kStops; ++i)
    stops += fmt::format("<stop offset=\"{}%\" stop-color=\"{}\"/>", 100 * i / kStops,
                         viridis(static_cast<double>(i) / kStops));
  return fmt::format(
      "<svg class=\"defs\" aria-hidden=\"true\"><linearGradient id=\"{}\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">{}"
      "</linearGradient></svg>\n",
      kViridisGradient, stops);
}

bool is_bright(double share) { return share > 0.55; }

}  // namespace modlab::html
