#pragma once

#include "kernels/tensor.h"

namespace modlab {

enum class Overlap {
  none,      ///< every element has a place of its own
  certain,   ///< two elements share a place
  unproven,  ///< neither could be shown within the effort find_overlap() allows itself
};

/// Whether two elements of a tensor with legal sizes and countable storage lie in the same place. Exact for any strides
/// that a person would write; strides so entangled that an answer would take seconds are unproven, never none.
Overlap find_overlap(const TensorDesc& desc);

}  // namespace modlab
