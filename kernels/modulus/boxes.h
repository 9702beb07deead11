#pragma once

#include <cstdint>
#include <vector>

#include "kernels/modulus/fold.h"

namespace modlab::modulus {

/// A part of an operator's index space: a range of indices along each dimension.
struct Box {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> sizes;
};

/// An operator's index space in boxes of nearly equal size, each small enough for one dispatch:
/// - in every tensor, a box spans no more than one view can hold;
/// - Out's dimensions nest: each stride is larger than the span of the dimensions after it, so that dividing an
///   element's offset by one stride after the other yields its indices.
class Boxes {
 public:
  /// A view can hold `view_elements` of any tensor, starting at any element.
  Boxes(const FoldedModulus& folded, std::uint64_t view_elements);

  [[nodiscard]] std::uint64_t count() const;

  /// Boxes are numbered with the last dimension fastest.
  [[nodiscard]] Box at(std::uint64_t index) const;

 private:
  std::vector<std::uint32_t> space_;
  std::vector<std::uint32_t> sizes_;  ///< of each box; those at the end of a dimension may be smaller
};

}  // namespace modlab::modulus
