#pragma once

#include <string>
#include <string_view>

namespace modlab::html {

/// A colour of the map viridis, whose brightness grows evenly and which the colour-blind can read: "#21918c". From 0 to
/// 1, as brightness() of heat_map.h gives it.
std::string viridis(double share);

/// The id of the map from bottom to top as a gradient for `fill`, which viridis_gradient() defines once in a page.
inline constexpr std::string_view kViridisGradient = "viridis";
std::string viridis_gradient();

/// Whether black is easier to read on it than white.
bool is_bright(double share);

}  // namespace modlab::html
