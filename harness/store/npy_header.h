#pragma once

#include <string>
#include <string_view>

#include "kernels/tensor.h"

namespace modlab::store {

/// What a .npy file says of its data.
struct NpyHeader {
  DataType type = DataType::f32;
  bool big_endian = false;
  bool fortran_order = false;
  Shape shape;
};

/// Reads the Python dictionary a .npy file begins with, in any spelling Python takes. Throws Error with the reason
/// where it is malformed, or the array is none the operators take.
NpyHeader parse_npy_header(std::string_view text);

/// The dictionary for a packed little-endian array, spelled as numpy.save does.
std::string npy_header_text(DataType type, const Shape& shape);

}  // namespace modlab::store
