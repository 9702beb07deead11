#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/data_type.h"

namespace modlab {

/// DirectML's limit on a buffer tensor's dimensions at feature level 3.0 and above.
inline constexpr std::size_t kMaxDimensions = 8;

/// A tensor's sizes, outermost first. At least one dimension, none of them zero, and a byte count that fits 63 bits
/// for every element type: parse_shape and validate see to it.
using Shape = std::vector<std::uint32_t>;

/// "4x256x1024"; throws Error with the reason when the text is no legal shape.
Shape parse_shape(std::string_view text);
std::string name_of(const Shape& shape);
std::uint64_t element_count(const Shape& shape);

/// A tensor as DirectML's DML_BUFFER_TENSOR_DESC gives it. Strides count elements; none means packed.
struct TensorDesc {
  DataType type = DataType::f32;
  Shape sizes;
  std::vector<std::uint32_t> strides;
};

}  // namespace modlab
