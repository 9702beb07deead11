#pragma once

#include "kernels/tensor.h"

namespace modlab {

/// The shape NumPy gives to an operation on both: aligned at the last dimension, sizes are equal, or one of them is 1
/// or missing and repeats. Throws Error naming both shapes where they do not broadcast, and the result where it is no
/// legal shape.
Shape common_shape(const Shape& a, const Shape& b);

/// The tensor read as if it had the shape `out`, without moving an element: where its size is 1 or missing the stride
/// is 0, which DirectML takes for an operand but not for a result. A tensor that has the shape already is given back as
/// it is, packed if it was. Throws Error naming both shapes where it does not broadcast, and where a stride of a packed
/// tensor would not fit DirectML's 32 bits.
TensorDesc broadcast_to(const TensorDesc& tensor, const Shape& out);

}  // namespace modlab
