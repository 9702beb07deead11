#pragma once

#include <cstdint>
#include <vector>

#include "kernels/fold.h"

namespace modlab {

/// A part of an operator's index space: a run of indices along each dimension.
struct Box {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> sizes;
};

/// An operator's index space in boxes as equal as possible, so that a kernel can take each of them on its own:
/// - in every tensor, a box's first and last element are no farther apart than one view holds;
/// - Out's dimensions nest: each of its strides passes what the dimensions after it reach, so that an element's place
///   divided by one stride after the other gives its indices.
class Boxes {
 public:
  /// A view holds `view_elements`, of any tensor and from any element on.
  Boxes(const FoldedModulus& folded, std::uint64_t view_elements);

  [[nodiscard]] std::uint64_t count() const;

  /// The last dimension's boxes follow one another.
  [[nodiscard]] Box at(std::uint64_t index) const;

 private:
  std::vector<std::uint32_t> space_;
  std::vector<std::uint32_t> sizes_;  ///< of each box, but for those at the end of a dimension, which may be smaller
};

}  // namespace modlab
