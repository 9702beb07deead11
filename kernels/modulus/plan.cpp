#include "kernels/modulus/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "kernels/divide_up.h"
#include "kernels/error.h"
#include "kernels/modulus/fold.h"
#include "kernels/modulus/plan_families.h"
#include "kernels/modulus/plan_parts.h"
#include "kernels/modulus/strided_slices.h"
#include "kernels/modulus/tiling.h"

namespace modlab::modulus {
namespace {

bool can_vectorize(const FoldedModulus& folded) { return is_packed(folded) || has_scalar_b(folded); }

}  // namespace

bool fits_one_view(const ModulusDesc& desc, const PlanLimits& limits) {
  return std::ranges::max({storage_bytes(desc.a), storage_bytes(desc.b), storage_bytes(desc.out)}) <=
         limits.view_words * kWordBytes;
}

bool can_vectorize(const ModulusDesc& desc) { return can_vectorize(fold(desc)); }

bool can_tile(const ModulusDesc& desc, std::uint32_t load_bytes, const PlanLimits& limits) {
  const std::uint32_t side = load_bytes / bytes_of(desc.out.type);
  return fits_one_view(desc, limits) && find_tiling(fold(desc), side);
}

bool can_stage(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits) {
  const FoldedModulus folded = fold(desc);
  const std::optional<Staging> staging = find_staging(folded, variant.load_bytes / bytes_of(desc.out.type));
  return fits_one_view(desc, limits) && staging && fits_group_memory(desc, variant, folded, *staging);
}

bool has_rows(const ModulusDesc& desc, std::uint32_t load_bytes) {
  const FoldedModulus folded = fold(desc);
  return folded.out_strides.back() == 1 && folded.a_strides.back() <= 1 && folded.b_strides.back() <= 1 &&
         folded.sizes.back() >= load_bytes / bytes_of(desc.out.type);
}

std::uint64_t slice_count(const ModulusDesc& desc, const PlanLimits& limits) {
  const FoldedModulus folded = fold(desc);
  if (!can_vectorize(folded)) return strided_slice_count(desc, folded, elements_per_word(desc), limits);
  return divide_up(storage_bytes(desc.out), limits.view_words * kWordBytes);
}

KernelPlan make_plan(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits) {
  if (is_own(variant)) return plan_own(desc, variant, limits, fold(desc));
  if (const std::uint64_t slices = slice_count(desc, limits); slices > kMaxSlices)
    throw Error(fmt::format("it takes {} dispatches, more than {}", slices, kMaxSlices));
  if (takes_constants(variant.algorithm) && !desc.divisor)
    throw Error("the algorithm needs a single divisor known on the host");
  const FoldedModulus folded = fold(desc);
  if (has_scalar_b(folded)) return plan_vectors(desc, variant, limits, true);
  if (is_packed(folded)) return plan_vectors(desc, variant, limits, false);
  if (variant.loop == Loop::tile && !can_tile(desc, variant.load_bytes, limits))
    throw Error("the tensors have no tiles of this size");
  if (variant.loop == Loop::tile) return plan_tiled(desc, variant, limits, folded);
  if (variant.loop == Loop::staged && !can_stage(desc, variant, limits))
    throw Error("the tensors cannot be staged in group memory");
  if (variant.loop == Loop::staged) return plan_staged(desc, variant, limits, folded);
  if (variant.loop == Loop::rows && !has_rows(desc, variant.load_bytes))
    throw Error("the tensors have no rows that are runs of whole vectors");
  if (variant.loop == Loop::rows) return plan_rows(desc, variant, limits, folded);
  return plan_strided(desc, variant, limits, folded);
}

}  // namespace modlab::modulus
