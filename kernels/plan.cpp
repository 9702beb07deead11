#include "kernels/plan.h"

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

namespace modlab {
namespace {

bool takes_vectors(const modulus::FoldedModulus& folded) {
  return modulus::is_packed(folded) || modulus::has_scalar_b(folded);
}

}  // namespace

bool fits_one_view(const modulus::ModulusDesc& desc, const PlanLimits& limits) {
  return std::ranges::max({storage_bytes(desc.a), storage_bytes(desc.b), storage_bytes(desc.out)}) <=
         limits.view_words * modulus::kWordBytes;
}

bool can_vectorize(const modulus::ModulusDesc& desc) { return takes_vectors(modulus::fold(desc)); }

bool can_tile(const modulus::ModulusDesc& desc, std::uint32_t load_bytes, const PlanLimits& limits) {
  const std::uint32_t side = load_bytes / bytes_of(desc.out.type);
  return fits_one_view(desc, limits) && modulus::find_tiling(modulus::fold(desc), side);
}

bool can_stage(const modulus::ModulusDesc& desc, const Variant& variant, const PlanLimits& limits) {
  const modulus::FoldedModulus folded = modulus::fold(desc);
  const std::optional<modulus::Staging> staging =
      modulus::find_staging(folded, variant.load_bytes / bytes_of(desc.out.type));
  return fits_one_view(desc, limits) && staging && modulus::fits_group_memory(desc, variant, folded, *staging);
}

bool has_rows(const modulus::ModulusDesc& desc, std::uint32_t load_bytes) {
  const modulus::FoldedModulus folded = modulus::fold(desc);
  return folded.out_strides.back() == 1 && folded.a_strides.back() <= 1 && folded.b_strides.back() <= 1 &&
         folded.sizes.back() >= load_bytes / bytes_of(desc.out.type);
}

std::uint64_t slice_count(const modulus::ModulusDesc& desc, const PlanLimits& limits) {
  const modulus::FoldedModulus folded = modulus::fold(desc);
  if (!takes_vectors(folded))
    return modulus::strided_slice_count(desc, folded, modulus::elements_per_word(desc), limits);
  return divide_up(storage_bytes(desc.out), limits.view_words * modulus::kWordBytes);
}

KernelPlan make_plan(const modulus::ModulusDesc& desc, const Variant& variant, const PlanLimits& limits) {
  if (is_own(variant)) return modulus::plan_own(desc, variant, limits, modulus::fold(desc));
  if (const std::uint64_t slices = slice_count(desc, limits); slices > kMaxSlices)
    throw Error(fmt::format("it takes {} dispatches, more than {}", slices, kMaxSlices));
  if (modulus::takes_constants(variant.algorithm) && !desc.divisor)
    throw Error("the algorithm needs a single divisor known on the host");
  const modulus::FoldedModulus folded = modulus::fold(desc);
  if (modulus::has_scalar_b(folded)) return modulus::plan_vectors(desc, variant, limits, true);
  if (modulus::is_packed(folded)) return modulus::plan_vectors(desc, variant, limits, false);
  if (variant.loop == Loop::tile && !can_tile(desc, variant.load_bytes, limits))
    throw Error("the tensors have no tiles of this size");
  if (variant.loop == Loop::tile) return modulus::plan_tiled(desc, variant, limits, folded);
  if (variant.loop == Loop::staged && !can_stage(desc, variant, limits))
    throw Error("the tensors cannot be staged in group memory");
  if (variant.loop == Loop::staged) return modulus::plan_staged(desc, variant, limits, folded);
  if (variant.loop == Loop::rows && !has_rows(desc, variant.load_bytes))
    throw Error("the tensors have no rows that are runs of whole vectors");
  if (variant.loop == Loop::rows) return modulus::plan_rows(desc, variant, limits, folded);
  return modulus::plan_strided(desc, variant, limits, folded);
}

std::size_t root_cost(const Plan& plan) {
  return plan.slices.front().constants.size() + (plan.binding == Binding::table ? 1 : 2 * plan.views.size());
}

}  // namespace modlab
