#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/names.h"

namespace modlab::measure {

/// How the launches of a batch follow each other, and what is in the caches. Figures of different modes answer
/// different questions and are never mixed in one statistic.
enum class Mode {
  warm,     ///< one after the other on the same buffers
  overlap,  ///< concurrent, each into an Out of its own
  cold,     ///< one after the other, on buffers that are no longer in any cache
};
inline constexpr std::array<Named<Mode>, 3> kModeNames{
    {{Mode::warm, "warm"}, {Mode::overlap, "overlap"}, {Mode::cold, "cold"}}};
constexpr std::string_view name_of(Mode mode) { return name_in(kModeNames, mode); }

/// What a kernel is timed under.
struct Conditions {
  Mode mode = Mode::warm;
  /// The last-level cache that `cold` must exceed. No interface reports its size; this is as large as any GPU's today.
  std::uint64_t cache_bytes = std::uint64_t{256} << 20;
};

}  // namespace modlab::measure
