#include <fmt/format.h>

#include "kernels/modulus/plan_families.h"
#include "kernels/modulus/plan_parts.h"
#include "kernels/modulus/strided_slices.h"

namespace modlab::modulus {

KernelPlan plan_strided(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                        const FoldedModulus& folded) {
  KernelPlan plan = begin_plan(desc, variant, "modulus_strided.hlsl");
  const std::uint64_t per_word = elements_per_word(desc);
  plan.defines.push_back({"RANK", fmt::to_string(folded.sizes.size())});
  plan.defines.push_back({"DIVISOR", "DIVISOR_TENSOR"});
  plan.defines.push_back({"RUN", per_word == 1 || folded.out_strides.back() == 1 ? "1" : "0"});
  add_strided_slices(plan, folded, per_word, limits);
  return plan;
}

}  // namespace modlab::modulus
