#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/names.h"

namespace modlab {

/// How the launches of a batch follow each other, and what they find in the caches. Figures of different modes answer
/// different questions and never meet in one statistic.
enum class Mode {
  warm,     ///< one after the other on the same buffers
  overlap,  ///< side by side, each into an Out of its own
  cold,     ///< one after the other, on buffers that no cache holds any more
};
inline constexpr std::array<Named<Mode>, 3> kModeNames{
    {{Mode::warm, "warm"}, {Mode::overlap, "overlap"}, {Mode::cold, "cold"}}};
constexpr std::string_view name_of(Mode mode) { return name_in(kModeNames, mode); }

/// What a kernel is timed under.
struct Conditions {
  Mode mode = Mode::warm;
  /// The last-level cache that `cold` must outrun. No interface tells its size; this is as large as any GPU has today.
  std::uint64_t cache_bytes = std::uint64_t{256} << 20;
};

}  // namespace modlab
