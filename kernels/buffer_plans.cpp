#include "kernels/buffer_plans.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/divide_up.h"

namespace modlab {
namespace {

constexpr std::uint32_t kBufferThreads = 256;

/// The consecutive parts of a buffer that fit one view each.
std::vector<ByteRange> parts_of(std::uint64_t bytes, const PlanLimits& limits) {
  const std::uint64_t whole = bytes / kBufferVectorBytes * kBufferVectorBytes;
  const std::uint64_t max_bytes = 4 * limits.view_words / kBufferVectorBytes * kBufferVectorBytes;
  std::vector<ByteRange> parts;
  for (std::uint64_t first = 0; first < whole; first += max_bytes)
    parts.push_back({first, std::min(max_bytes, whole - first)});
  return parts;
}

std::uint32_t vectors_of(const ByteRange& part) { return static_cast<std::uint32_t>(part.bytes / kBufferVectorBytes); }

/// Typed views, which need a descriptor table: drivers split the loads of structured and raw views into single words.
Plan make_buffer_plan(const std::string& shader, std::vector<View> views, const Build& build) {
  return {.name = fmt::format("{} {}", shader, name_of(build)),
          .shader = shader,
          .defines = {{"THREADS", fmt::to_string(kBufferThreads)}},
          .build = build,
          .binding = Binding::table,
          .views = std::move(views)};
}

View vectors(std::size_t buffer, bool writable) {
  return {buffer, Access::typed, static_cast<std::uint32_t>(kBufferVectorBytes), writable};
}

}  // namespace

Plan make_equality_plan(std::uint64_t bytes, const Build& build, const PlanLimits& limits) {
  // Enough groups to fill a large GPU once, with several vectors per thread even for a small buffer.
  constexpr std::uint64_t kMinVectorsPerThread = 4;
  const auto groups = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
      divide_up(bytes / kBufferVectorBytes, kBufferThreads * kMinVectorsPerThread), 1, kEqualityCounts));
  Plan plan =
      make_buffer_plan("equality.hlsl", {vectors(0, false), vectors(1, false), {2, Access::typed, 4, true}}, build);
  for (const ByteRange& part : parts_of(bytes, limits))
    plan.slices.push_back({.ranges = {part, part, {0, std::uint64_t{4} * kEqualityCounts}},
                           .waits = part.first > 0,
                           .grid = {groups, 1, 1},
                           .constants = {vectors_of(part), groups * kBufferThreads}});
  return plan;
}

Plan make_transfer_plan(std::uint64_t bytes, const Build& build, const PlanLimits& limits) {
  constexpr std::uint32_t kVectorsPerThread = 4;  // as in the shader
  Plan plan = make_buffer_plan("transfer.hlsl", {vectors(0, false), vectors(1, true)}, build);
  for (const ByteRange& part : parts_of(bytes, limits))
    plan.slices.push_back({.ranges = {part, part},
                           .grid = {divide_up(vectors_of(part), kBufferThreads * kVectorsPerThread), 1, 1},
                           .constants = {vectors_of(part)}});
  return plan;
}

Plan make_arithmetic_plan(const ArithmeticWork& work, std::size_t buffer, const Build& build) {
  Plan plan = make_buffer_plan("arithmetic.hlsl", {{buffer, Access::typed, 4, true}}, build);
  plan.slices.push_back(
      {.ranges = std::vector<ByteRange>(buffer + 1, {0, 4}), .grid = {work.groups, 1, 1}, .constants = {work.steps}});
  return plan;
}

}  // namespace modlab
