#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/modulus/divisor.h"
#include "kernels/modulus/plan_families.h"
#include "kernels/modulus/plan_parts.h"

namespace modlab::modulus {
namespace {

/// The constants of shaders/indexing.hlsli for a single divisor known to the host.
void append_constants(std::vector<std::uint32_t>& constants, const DivisorConstants& divisor) {
  constants.insert(constants.end(),
                   {divisor.value, divisor.multiplier, divisor.first_shift, divisor.second_shift, divisor.mask});
}

}  // namespace

KernelPlan plan_vectors(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits, bool scalar_b) {
  KernelPlan plan = begin_plan(desc, variant, "modulus.hlsl");
  add_vector_views(plan, takes_constants(variant.algorithm) ? Divisor::known
                         : scalar_b                         ? Divisor::scalar
                                                            : Divisor::tensor);
  const std::uint64_t total = element_count(desc.out.sizes) * bytes_of(desc.out.type);
  const std::uint64_t most = limits.view_words * kWordBytes;
  for (std::uint64_t first = 0; first < total; first += most) {
    const std::uint64_t bytes = std::min(most, total - first);
    const auto whole_words = static_cast<std::uint32_t>(bytes / kWordBytes);
    const auto part_bytes = static_cast<std::uint32_t>(bytes % kWordBytes);
    const std::uint32_t vector_words = variant.load_bytes / kWordBytes;
    const std::uint32_t vectors = whole_words / vector_words;
    Slice slice = make_slice(vectors, variant, limits.grid_groups);
    slice.ranges.assign(3, {first, (bytes + kWordBytes - 1) / kWordBytes * kWordBytes});
    if (scalar_b) slice.ranges[kTensorB] = {0, kWordBytes};
    slice.constants[1] = whole_words % vector_words + (part_bytes > 0 ? 1 : 0);
    slice.constants[2] = part_bytes > 0 ? (1u << (8 * part_bytes)) - 1 : ~0u;
    if (takes_constants(variant.algorithm))
      append_constants(slice.constants, divisor_constants(desc.b.type, *desc.divisor));
    plan.slices.push_back(std::move(slice));
  }
  return plan;
}

}  // namespace modlab::modulus
