#pragma once

#include "kernels/tensor.h"

namespace modlab::modulus {

enum class Overlap {
  none,      ///< every element has its own address
  certain,   ///< two elements share an address
  unproven,  ///< undecided within find_overlap()'s step limit
};

/// Whether two elements of a tensor, with legal sizes and countable storage, share an address. Exact for any strides
/// that a person would write; strides so entangled that an answer would take seconds are unproven, never none.
Overlap find_overlap(const TensorDesc& desc);

}  // namespace modlab::modulus
