#include "kernels/comparison.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/parallel.h"

namespace modlab {
namespace {

float float_at(std::span<const std::byte> bytes, std::uint64_t index) {
  float value = 0;
  std::memcpy(&value, bytes.data() + index * sizeof(float), sizeof(float));
  return value;
}

/// Maps floats to integers so that neighbours are one apart across zero too.
std::int64_t ordinal(float value) {
  const auto bits = std::bit_cast<std::int32_t>(value);
  return bits >= 0 ? bits : std::int64_t{std::numeric_limits<std::int32_t>::min()} - bits;
}

bool identical(float got, float want) {
  return (std::isnan(got) && std::isnan(want)) ||
         std::bit_cast<std::uint32_t>(got) == std::bit_cast<std::uint32_t>(want);
}

/// One thread's share of a comparison, with the index of its worst result.
struct Part {
  Comparison comparison;
  std::uint64_t worst_index = 0;
  bool worst_out_of_bound = false;
};

void take_result(Part& part, std::uint64_t index, bool out_of_bound, double ulp) {
  Comparison& c = part.comparison;
  ++c.mismatches;
  if (out_of_bound) ++c.out_of_bound;
  const bool first = c.mismatches == 1;
  if (first || (out_of_bound && !part.worst_out_of_bound) ||
      (out_of_bound == part.worst_out_of_bound && ulp > c.max_ulp)) {
    part.worst_index = index;
    part.worst_out_of_bound = out_of_bound;
  }
  c.max_ulp = std::max(c.max_ulp, ulp);
}

}  // namespace

double ulp_distance(float got, float want) {
  if (std::isnan(got) != std::isnan(want)) return std::numeric_limits<double>::infinity();
  if (std::isnan(got)) return 0;
  return static_cast<double>(std::abs(ordinal(got) - ordinal(want)));
}

bool within_formula_bound(float a, float b, float got, float want) {
  const double abs_a = std::abs(static_cast<double>(a));
  const double abs_b = std::abs(static_cast<double>(b));
  const bool judged = abs_a <= 0x1p126 && abs_b <= 0x1p126 && abs_b >= 0x1p-126 && abs_a / abs_b < 0x1p126;
  if (!judged) return true;
  const double error = std::abs(static_cast<double>(got) - static_cast<double>(want));
  return std::min(error, std::abs(error - abs_b)) <= 0x1p-21 * (abs_a + abs_b) + 0x1p-126;
}

Comparison compare_results(const Workload& workload, Accuracy accuracy, const HostOperands& operands,
                           std::span<const std::byte> want, std::span<const std::byte> got) {
  const std::uint64_t count = element_count(workload);
  std::vector<Part> parts(part_count(count));
  parallel_for(count, [&](std::uint64_t part, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const float w = float_at(want, i);
      const float g = float_at(got, i);
      if (identical(g, w)) continue;
      const bool out_of_bound =
          accuracy == Accuracy::exact || !within_formula_bound(float_at(operands.a, i), float_at(operands.b, i), g, w);
      take_result(parts[part], i, out_of_bound, ulp_distance(g, w));
    }
  });

  Comparison total{.compared = count, .worst = {}};
  const Part* worst = nullptr;
  for (const Part& part : parts) {
    const Comparison& c = part.comparison;
    if (c.mismatches == 0) continue;
    total.mismatches += c.mismatches;
    total.out_of_bound += c.out_of_bound;
    total.max_ulp = std::max(total.max_ulp, c.max_ulp);
    if (worst == nullptr || (part.worst_out_of_bound && !worst->worst_out_of_bound) ||
        (part.worst_out_of_bound == worst->worst_out_of_bound && c.max_ulp > worst->comparison.max_ulp))
      worst = &part;
  }
  if (worst != nullptr) {
    const std::uint64_t i = worst->worst_index;
    total.worst = fmt::format("element {}: {} mod {} = {}, want {}", i, float_at(operands.a, i),
                              float_at(operands.b, i), float_at(got, i), float_at(want, i));
  }
  return total;
}

}  // namespace modlab
