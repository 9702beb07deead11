#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/modulus/fold.h"

namespace modlab::modulus {

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

/// How an operand lies beside Out: the values of A_STORED and B_STORED in shaders/modulus_staged.hlsl.
enum class Stored { same, columns, shifted, anyhow };

/// How such an operator is computed through group memory, whatever its sizes.
struct Staging {
  std::size_t rows;  ///< as above
  Stored a;
  Stored b;
  bool whole_rows;  ///< every row of Out consists of whole vectors

  /// The operands that take group memory.
  [[nodiscard]] std::uint32_t staged() const;
};

/// Nothing if Out has no contiguous rows, or no operand contiguous columns.
std::optional<Staging> find_staging(const FoldedModulus& folded, std::uint32_t elements_per_vector);

}  // namespace modlab::modulus
