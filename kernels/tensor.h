#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/data_type.h"

namespace modlab {

/// DirectML's limit on a buffer tensor's dimensions at feature level 3.0 and above.
inline constexpr std::size_t kMaxDimensions = 8;

/// A tensor's sizes, outermost first. At least one dimension, none of them zero, and a byte count that fits 63 bits for
/// every element type: parse_shape and validate ensure it.
using Shape = std::vector<std::uint32_t>;

/// "4x256x1024"; throws Error with the reason when the text is not a legal shape.
Shape parse_shape(std::string_view text);
std::string name_of(const Shape& shape);
std::uint64_t element_count(const Shape& shape);

/// A tensor as DirectML's DML_BUFFER_TENSOR_DESC gives it.
struct TensorDesc {
  DataType type = DataType::f32;
  Shape sizes;
  std::vector<std::uint32_t> strides;  ///< in elements; none means packed
  std::uint64_t total_bytes = 0;       ///< TotalTensorSizeInBytes; 0 means storage_bytes()
};

/// Fills storage that holds no element: between the rows of a padded tensor, and after the last element up to a whole
/// 32-bit word. No kernel may touch it.
inline constexpr std::byte kGapByte{0xa5};

/// The given strides, or the packed ones. 64 bits, because the packed strides of a large tensor exceed DirectML's 32.
std::vector<std::uint64_t> strides_of(const TensorDesc& desc);

/// The size of the smallest buffer that holds the tensor, in whole 32-bit words as DirectML's DMLCalcBufferTensorSize
/// computes it. Saturates at the largest 64-bit number, which validate refuses.
std::uint64_t storage_bytes(const TensorDesc& desc);

/// True where the elements are in row-major order without gaps, whether or not strides are given.
bool is_packed(const TensorDesc& desc);

/// Steps through a legal tensor's elements in row-major order.
class ElementWalk {
 public:
  explicit ElementWalk(const TensorDesc& desc, std::uint64_t first_index = 0);

  /// The current element's offset in the storage, in elements.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

  /// Wraps from the last element to the first.
  void next() {
    for (std::size_t i = 0; i < rank_; ++i) {
      Dimension& dimension = dimensions_[i];
      offset_ += dimension.stride;
      if (++dimension.index != dimension.size) return;
      offset_ -= dimension.stride * dimension.size;
      dimension.index = 0;
    }
  }

 private:
  struct Dimension {
    std::uint64_t size;
    std::uint64_t stride;
    std::uint64_t index;
  };
  // Innermost first; contiguous ones are merged, so a packed tensor has one.
  std::array<Dimension, kMaxDimensions> dimensions_{};
  std::size_t rank_ = 0;
  std::uint64_t offset_ = 0;
};

}  // namespace modlab
