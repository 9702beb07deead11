#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/fold.h"

namespace modlab {

/// How an operator whose operands are stored in different orders is taken in tiles: Out, and each operand that lies as
/// Out does, row by row; the others column by column. A vector holds one row's elements of several columns, or the
/// other way round.
struct Tiling {
  std::size_t rows;  ///< the folded dimension that counts the rows; the last one counts the columns
  bool a_by_columns;
  bool b_by_columns;
};

/// Nothing where every operand lies as Out does, or where one of them cannot be read in whole vectors.
std::optional<Tiling> find_tiling(const FoldedModulus& folded, std::uint32_t elements_a_vector);

}  // namespace modlab
