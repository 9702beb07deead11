#include "kernels/plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace modlab {
namespace {

constexpr std::uint32_t kWordBytes = 4;

template <typename Value>
Define define_as(std::string_view macro, Value value) {
  std::string text = fmt::format("{}_{}", macro, name_of(value));
  std::ranges::transform(text, text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
  return {std::string(macro), std::move(text)};
}

std::vector<Define> make_defines(const Workload& workload, const Variant& variant) {
  return {define_as("ACCESS", variant.access),
          {"WORDS", fmt::to_string(variant.load_bytes / kWordBytes)},
          {"PER_THREAD", fmt::to_string(variant.per_thread)},
          {"THREADS", fmt::to_string(variant.threads)},
          define_as("LOOP", variant.loop),
          define_as("ROUNDING", workload.rounding),
          define_as("ELEMENT", workload.type),
          define_as("ALGORITHM", variant.algorithm)};
}

/// The registers of shaders/access.hlsli: raw views for the tail, then those the vectors go through.
std::vector<View> make_views(const Variant& variant) {
  std::vector<View> views{{Operand::a, Access::raw, kWordBytes, false},
                          {Operand::b, Access::raw, kWordBytes, false},
                          {Operand::out, Access::raw, kWordBytes, true}};
  if (variant.access != Access::raw) {
    views.push_back({Operand::a, variant.access, variant.load_bytes, false});
    views.push_back({Operand::b, variant.access, variant.load_bytes, false});
    views.push_back({Operand::out, variant.access, variant.load_bytes, true});
  }
  return views;
}

std::uint32_t divide_up(std::uint32_t value, std::uint32_t by) { return value / by + (value % by != 0 ? 1 : 0); }

Slice make_slice(std::uint64_t first_byte, std::uint64_t bytes, const Variant& variant, std::uint32_t grid_groups) {
  const auto words = static_cast<std::uint32_t>(bytes / kWordBytes);
  const std::uint32_t vector_words = variant.load_bytes / kWordBytes;
  const std::uint32_t vectors = words / vector_words;
  // A slice of less than one vector still needs a group for its tail.
  const std::uint32_t groups = std::max(1u, divide_up(vectors, variant.threads * variant.per_thread));
  // Rows as equal as possible, so that a grid folded in two has few idle groups.
  const std::uint32_t rows = divide_up(groups, grid_groups);
  const std::uint32_t width = divide_up(groups, rows);
  return {.first_byte = first_byte,
          .bytes = bytes,
          .grid_x = width,
          .grid_y = rows,
          .constants = {.vectors = vectors, .tail_words = words % vector_words, .groups = groups, .grid_width = width}};
}

}  // namespace

KernelPlan make_plan(const Workload& workload, const Variant& variant, const PlanLimits& limits) {
  KernelPlan plan{.workload = workload,
                  .variant = variant,
                  .shader = "modulus.hlsl",
                  .entry = "main",
                  .defines = make_defines(workload, variant),
                  .views = make_views(variant),
                  .slices = {}};
  const std::uint64_t total = tensor_bytes(workload);
  const std::uint64_t most = limits.view_words * kWordBytes;
  for (std::uint64_t first = 0; first < total; first += most)
    plan.slices.push_back(make_slice(first, std::min(most, total - first), variant, limits.grid_groups));
  return plan;
}

}  // namespace modlab
