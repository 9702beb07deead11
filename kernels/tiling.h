#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/fold.h"

namespace modlab {

/// How an operator whose operands are stored in different orders is tiled: Out, and each operand stored like Out, by
/// rows; the others by columns. A vector holds elements of one row and several columns, or of one column and several
/// rows.
struct Tiling {
  std::size_t rows;  ///< the folded dimension that counts the rows; the last one counts the columns
  bool a_by_columns;
  bool b_by_columns;
};

/// Nothing if every operand is stored like Out, or if one of them cannot be read in whole vectors.
std::optional<Tiling> find_tiling(const FoldedModulus& folded, std::uint32_t elements_per_vector);

}  // namespace modlab
