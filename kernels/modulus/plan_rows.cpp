#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "kernels/divide_up.h"
#include "kernels/modulus/plan_families.h"
#include "kernels/modulus/plan_parts.h"
#include "kernels/modulus/strided_slices.h"

namespace modlab::modulus {
namespace {

/// How an operand's rows lie beside Out's: the values of A_RUN and B_RUN in shaders/modulus_rows.hlsl.
enum class Run { same, aligned, shifted, constant };
constexpr std::array<Named<Run>, 4> kRunNames{
    {{Run::same, "same"}, {Run::aligned, "aligned"}, {Run::shifted, "shifted"}, {Run::constant, "constant"}}};

Run run_of(const std::vector<std::uint64_t>& strides, const FoldedModulus& folded, std::uint64_t per_vector) {
  if (strides.back() == 0) return Run::constant;
  if (strides == folded.out_strides) return Run::same;
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (strides[i] % per_vector != folded.out_strides[i] % per_vector) return Run::shifted;
  return Run::aligned;
}

/// Whether Out has no gaps, A is stored like it, and B begins anew with every step along the first dimension.
bool repeats_divisors(const FoldedModulus& folded) {
  return is_one_run(folded.sizes, folded.out_strides) && folded.a_strides == folded.out_strides &&
         folded.b_strides.front() == 0;
}

/// Gives each thread vectors with the same divisors, which repeat after this many elements. Neighbouring threads still
/// have neighbouring vectors.
void repeat_every(Slice& slice, std::uint64_t elements, std::uint64_t per_vector, const Variant& variant,
                  const PlanLimits& limits) {
  const std::uint64_t vectors = slice.constants[0];
  const std::uint64_t least = elements / std::gcd(elements, per_vector);
  const std::uint64_t period = least * divide_up(std::uint64_t{variant.threads}, least);
  const std::uint64_t laps = vectors / (period * variant.per_thread);
  const std::uint64_t threads = laps * period + std::min(period, vectors - laps * period * variant.per_thread);
  const std::uint64_t groups = std::max<std::uint64_t>(1, divide_up(threads, std::uint64_t{variant.threads}));
  set_groups(slice, static_cast<std::uint32_t>(groups), limits.grid_groups);
  slice.constants[2] = static_cast<std::uint32_t>(period);
}

}  // namespace

KernelPlan plan_rows(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                     const FoldedModulus& folded) {
  const std::uint64_t per_vector = variant.load_bytes / bytes_of(desc.out.type);
  const Run a_run = run_of(folded.a_strides, folded, per_vector);
  const Run b_run = run_of(folded.b_strides, folded, per_vector);
  KernelPlan plan = begin_plan(desc, variant, "modulus_rows.hlsl");
  add_vector_views(plan, Divisor::tensor);
  plan.defines.push_back({"RANK", fmt::to_string(folded.sizes.size())});
  plan.defines.push_back(operand_define("A_RUN", "RUN", name_in(kRunNames, a_run)));
  plan.defines.push_back(operand_define("B_RUN", "RUN", name_in(kRunNames, b_run)));
  add_strided_slices(plan, folded, per_vector, limits);
  const bool skips =
      std::ranges::any_of(plan.slices, [&](const Slice& slice) { return skips_units(slice, folded.sizes.size()); });
  plan.defines.push_back({"SKIPS", skips ? "1" : "0"});
  const bool repeats = plan.slices.size() == 1 && repeats_divisors(folded);
  plan.defines.push_back({"REPEATS", repeats ? "1" : "0"});
  if (repeats) repeat_every(plan.slices.front(), folded.out_strides.front(), per_vector, variant, limits);
  return plan;
}

}  // namespace modlab::modulus
