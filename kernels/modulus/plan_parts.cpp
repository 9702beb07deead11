#include "kernels/modulus/plan_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "kernels/divide_up.h"
#include "kernels/modulus/axis.h"

namespace modlab::modulus {
namespace {

constexpr std::array<Named<Divisor>, 3> kDivisorNames{
    {{Divisor::tensor, "tensor"}, {Divisor::scalar, "scalar"}, {Divisor::known, "known"}}};

/// Whether shader model 6.6's intrinsics unpack and pack the elements of a word.
bool packs_bytes(const Variant& variant, DataType type) {
  return bytes_of(type) == 1 && variant.build.shader_model >= ShaderModel{6, 6};
}

/// A view of each tensor except an operand that is read through Out.
std::vector<View> make_views(const ModulusDesc& desc, Access access, std::uint32_t stride) {
  std::vector<View> views;
  if (!desc.over_a) views.push_back({kTensorA, access, stride, false});
  if (!desc.over_b) views.push_back({kTensorB, access, stride, false});
  views.push_back({kTensorOut, access, stride, true});
  return views;
}

}  // namespace

std::uint64_t elements_per_word(const ModulusDesc& desc) { return kWordBytes / bytes_of(desc.out.type); }

KernelPlan plan_of(const ModulusDesc& desc, const Variant& variant, const std::string& shader) {
  return {{.name = fmt::format("{} {}", shader, name_of(variant)),
           .shader = shader,
           .build = variant.build,
           .strict = !needs_fused_mad(variant.algorithm),
           .binding = variant.binding},
          desc,
          variant};
}

KernelPlan begin_plan(const ModulusDesc& desc, const Variant& variant, const std::string& shader) {
  KernelPlan plan = plan_of(desc, variant, shader);
  plan.views = make_views(desc, Access::structured, kWordBytes);
  for (const Axis& axis : variant_axes())
    for (Define& define : axis.defines(variant)) plan.defines.push_back(std::move(define));
  add_tensor_defines(plan);
  return plan;
}

void add_tensor_defines(KernelPlan& plan) {
  const ModulusDesc& desc = plan.desc;
  plan.defines.push_back({"PLACEMENT", desc.over_a   ? "PLACEMENT_IN_A"
                                       : desc.over_b ? "PLACEMENT_IN_B"
                                                     : "PLACEMENT_OUT"});
  plan.defines.push_back(word_define("ROUNDING", name_of(desc.rounding)));
  plan.defines.push_back(word_define("ELEMENT", name_of(desc.out.type)));
  plan.defines.push_back({"PACKED8", packs_bytes(plan.variant, desc.out.type) ? "1" : "0"});
}

void add_vector_views(KernelPlan& plan, Divisor divisor) {
  const Variant& variant = plan.variant;
  plan.defines.push_back(word_define("DIVISOR", name_in(kDivisorNames, divisor)));
  const std::uint32_t stride = variant.access == Access::raw ? kWordBytes : variant.load_bytes;
  for (const View& view : make_views(plan.desc, variant.access, stride))
    if (divisor == Divisor::tensor || view.buffer != kTensorB) plan.views.push_back(view);
}

Define operand_define(std::string name, std::string_view macro, std::string_view value) {
  return {std::move(name), word_define(macro, value).value};
}

Slice dispatch(std::uint32_t vectors, std::uint32_t groups, std::uint32_t grid_groups) {
  Slice slice{.constants = {vectors, 0, 0, 0, 0}};
  set_groups(slice, groups, grid_groups);
  return slice;
}

Slice make_slice(std::uint32_t vectors, const Variant& variant, std::uint32_t grid_groups) {
  // A slice of less than one vector still needs a group for its tail.
  const std::uint32_t groups = std::max(1u, divide_up(vectors, variant.threads * variant.per_thread));
  return dispatch(vectors, groups, grid_groups);
}

void set_groups(Slice& slice, std::uint32_t groups, std::uint32_t grid_groups) {
  const std::uint32_t rows = divide_up(groups, grid_groups);
  slice.grid = {divide_up(groups, rows), rows, 1};
  slice.constants[3] = groups;
  slice.constants[4] = slice.grid[0];
}

}  // namespace modlab::modulus
