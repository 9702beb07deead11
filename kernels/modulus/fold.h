#pragma once

#include <cstdint>
#include <vector>

#include "kernels/modulus/modulus.h"

namespace modlab::modulus {

/// The same operator over as few dimensions as its strides allow, so that only truly strided tensors pay for index
/// arithmetic. No element moves, but they come in the order in which Out stores them.
struct FoldedModulus {
  std::vector<std::uint32_t> sizes;  ///< outermost first; at least one
  std::vector<std::uint64_t> a_strides;
  std::vector<std::uint64_t> b_strides;
  std::vector<std::uint64_t> out_strides;  ///< descending: the last dimension holds Out's closest neighbours

  bool operator==(const FoldedModulus&) const = default;
};

/// Drops dimensions of a single element and merges those that continue each other in all three tensors, unless their
/// combined size exceeds 32 bits. The operator must be legal. A single element has size 1 and strides 1.
FoldedModulus fold(const ModulusDesc& desc);

/// True where a tensor's elements are contiguous and in order.
bool is_one_run(const std::vector<std::uint32_t>& sizes, const std::vector<std::uint64_t>& strides);

/// True where all three tensors are one run of elements, in as many dimensions as its size needs.
bool is_packed(const FoldedModulus& folded);

/// True where A and Out are one run of elements each and all of them share one element of B.
bool has_scalar_b(const FoldedModulus& folded);

}  // namespace modlab::modulus
