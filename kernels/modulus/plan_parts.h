#include "kernels/modulus/plan.h"
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// What the plans of several families of kernels are made of.

namespace modlab::modulus {

inline constexpr std::uint32_t kWordBytes = 4;

std::uint64_t elements_per_word(const ModulusDesc& desc);

/// What every plan starts with: what it is of, and how that is compiled and bound.
KernelPlan plan_of(const ModulusDesc& desc, const Variant& variant, const std::string& shader);

/// What the plans of built-in kernels go on with: the axes' defines, and the tensors as words.
KernelPlan begin_plan(const ModulusDesc& desc, const Variant& variant, const std::string& shader);

/// Adds the defines of every kernel that computes these tensors: what and where, not how.
void add_tensor_defines(KernelPlan& plan);

/// What B is to a kernel: the values of DIVISOR in shaders/modulus.hlsl.
enum class Divisor { tensor, scalar, known };

/// Adds the divisor's define and the views for the variant's vectors.
void add_vector_views(KernelPlan& plan, Divisor divisor);

/// A named value of one operand, where A and B have the same ones: A_RUN=RUN_SAME.
Define operand_define(std::string name, std::string_view macro, std::string_view value);

/// A dispatch of `groups`, with the first constants of shaders/indexing.hlsli.
Slice dispatch(std::uint32_t vectors, std::uint32_t groups, std::uint32_t grid_groups);

/// A dispatch with enough groups for `vectors`.
Slice make_slice(std::uint32_t vectors, const Variant& variant, std::uint32_t grid_groups);

/// Lets a dispatch run this many groups: in equal rows, so that a grid folded into two dimensions has few idle ones.
void set_groups(Slice& slice, std::uint32_t groups, std::uint32_t grid_groups);

/// Arrays in a constant buffer start at multiples of four constants.
constexpr std::size_t padded(std::size_t constants) { return (constants + 3) / 4 * 4; }

}  // namespace modlab::modulus
