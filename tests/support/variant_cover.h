#pragma once

#include <vector>

#include "kernels/cover.h"
#include "kernels/modulus/axis.h"
#include "kernels/modulus/problem.h"

namespace modlab {

/// A few variants that cover every pair of their axes' values.
inline std::vector<modulus::Variant> cover_of(const std::vector<modulus::Variant>& variants) {
  std::vector<Choices> cases;
  for (const modulus::Variant& variant : variants) cases.push_back(choices_of(variant));
  std::vector<modulus::Variant> cover;
  for (const std::size_t index : pairwise_cover(cases)) cover.push_back(variants[index]);
  return cover;
}

}  // namespace modlab
