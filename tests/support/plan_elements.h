#include "kernels/modulus/elements.h"
#include "kernels/modulus/plan.h"
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace modlab {

/// An element's offsets in the storage of A, B and Out.
using Element = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

/// All elements of an operator, sorted: what a plan's threads must compute, each once.
inline std::vector<Element> elements_of(const modulus::ModulusDesc& desc) {
  std::vector<Element> elements;
  for_each_element(desc, 0, element_count(desc.out.sizes),
                   [&](std::uint64_t, const modulus::Offsets& at) { elements.emplace_back(at.a, at.b, at.out); });
  std::ranges::sort(elements);
  return elements;
}

/// What a plan defines for its shader; it must be there.
inline std::string value_of(const modulus::KernelPlan& plan, std::string_view define) {
  return std::ranges::find(plan.defines, define, &Define::name)->value;
}

inline std::uint32_t number_of(const modulus::KernelPlan& plan, std::string_view define) {
  return static_cast<std::uint32_t>(std::stoul(value_of(plan, define)));
}

}  // namespace modlab
