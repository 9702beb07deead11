#pragma once

#include <vector>

#include "kernels/cover.h"

namespace modlab {

/// A few variants that cover every pair of their axes' values.
inline std::vector<Variant> cover_of(const std::vector<Variant>& variants) {
  std::vector<Choices> cases;
  for (const Variant& variant : variants) cases.push_back(choices_of(variant));
  std::vector<Variant> cover;
  for (const std::size_t index : pairwise_cover(cases)) cover.push_back(variants[index]);
  return cover;
}

}  // namespace modlab
