#pragma once

#include "kernels/tensor.h"

namespace modlab::modulus {

/// The shape that NumPy gives the result of an operation on both: aligned at the last dimension, sizes are equal, or
/// one of them is 1 or missing and repeats. Throws Error naming both shapes if they do not broadcast, or the result if
/// it is not a legal shape.
Shape common_shape(const Shape& a, const Shape& b);

/// The tensor with the shape `out`, no element moved: where its size is 1 or missing, the stride is 0, which DirectML
/// accepts for an input but not for the output. A tensor that already has the shape is returned unchanged, packed if it
/// was. Throws Error naming both shapes if it does not broadcast, or if a packed tensor would need a stride past
/// DirectML's 32 bits.
TensorDesc broadcast_to(const TensorDesc& tensor, const Shape& out);

}  // namespace modlab::modulus
