#pragma once

#include <cstdint>

#include "kernels/element.h"
#include "kernels/modulus/modulus.h"

namespace modlab::modulus {

/// One element's offset in each tensor's storage, in elements.
struct Offsets {
  std::uint64_t a;
  std::uint64_t b;
  std::uint64_t out;
};

/// for_each_element for all three tensors at once: calls each(index, offsets).
template <typename Each>
void for_each_element(const ModulusDesc& desc, std::uint64_t begin, std::uint64_t end, const Each& each) {
  if (is_packed(desc.a) && is_packed(desc.b) && is_packed(desc.out)) {
    for (std::uint64_t i = begin; i < end; ++i) each(i, Offsets{i, i, i});
    return;
  }
  ElementWalk a(desc.a, begin);
  ElementWalk b(desc.b, begin);
  ElementWalk out(desc.out, begin);
  for (std::uint64_t i = begin; i < end; ++i, a.next(), b.next(), out.next())
    each(i, Offsets{a.offset(), b.offset(), out.offset()});
}

}  // namespace modlab::modulus
