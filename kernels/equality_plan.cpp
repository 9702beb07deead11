#include "kernels/equality_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/divide_up.h"

namespace modlab {

EqualityPlan make_equality_plan(std::uint64_t words, const Variant& like, const PlanLimits& limits) {
  constexpr std::uint32_t kThreads = 256;
  // As many threads as fill a large GPU once; each has several words even of a small buffer.
  constexpr std::uint64_t kMostGroups = 512;
  constexpr std::uint64_t kLeastWordsPerThread = 4;
  const auto groups = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(divide_up(words, kThreads * kLeastWordsPerThread), 1, kMostGroups));
  EqualityPlan equality{.plan = {.desc = {},
                                 .variant = like,
                                 .shader = "equality.hlsl",
                                 .entry = "main",
                                 .defines = {{"THREADS", fmt::to_string(kThreads)}},
                                 .views = {{Operand::a, Access::structured, 4, false},
                                           {Operand::b, Access::structured, 4, false},
                                           {Operand::out, Access::structured, 4, true}},
                                 .slices = {}},
                        .counts = groups * kThreads};
  equality.plan.variant.algorithm = Algorithm::copy;
  equality.plan.variant.binding = Binding::root;
  for (std::uint64_t first = 0; first < words; first += limits.view_words) {
    const std::uint64_t part = std::min(limits.view_words, words - first);
    Slice slice{.ranges = {},
                .waits = first > 0,
                .grid_x = groups,
                .grid_y = 1,
                .constants = {static_cast<std::uint32_t>(part), equality.counts, first > 0 ? 1u : 0u}};
    slice.ranges = {ByteRange{4 * first, 4 * part}, ByteRange{4 * first, 4 * part},
                    ByteRange{0, std::uint64_t{4} * equality.counts}};
    equality.plan.slices.push_back(std::move(slice));
  }
  return equality;
}

}  // namespace modlab
