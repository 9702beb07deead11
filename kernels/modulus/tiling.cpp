#include "kernels/modulus/tiling.h"

#include <algorithm>
#include <vector>

namespace modlab::modulus {
namespace {

using Strides = std::vector<std::uint64_t>;

/// Whether one dimension's elements are contiguous and all other strides are multiples of `aligned` elements.
bool runs_along(std::size_t dimension, const Strides& strides, std::uint64_t aligned) {
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (i == dimension ? strides[i] != 1 : strides[i] % aligned != 0) return false;
  return true;
}

Stored stored(const Strides& strides, const FoldedModulus& folded, std::size_t rows, std::uint32_t per_vector) {
  if (strides == folded.out_strides) return Stored::same;
  if (strides[rows] != 1 || strides.back() <= 1) return Stored::anyhow;
  const bool whole = folded.sizes[rows] % per_vector == 0 && runs_along(rows, strides, per_vector);
  return whole ? Stored::columns : Stored::shifted;
}

bool is_staged(Stored stored) { return stored == Stored::columns || stored == Stored::shifted; }

}  // namespace

std::optional<Tiling> find_tiling(const FoldedModulus& folded, std::uint32_t elements_per_vector) {
  const std::size_t columns = folded.sizes.size() - 1;
  const auto runs = [&](std::size_t dimension, const Strides& strides) {
    return folded.sizes[dimension] % elements_per_vector == 0 && runs_along(dimension, strides, elements_per_vector);
  };
  if (!runs(columns, folded.out_strides)) return std::nullopt;
  const bool a_by_columns = !runs(columns, folded.a_strides);
  const bool b_by_columns = !runs(columns, folded.b_strides);
  if (!a_by_columns && !b_by_columns) return std::nullopt;
  for (std::size_t rows = 0; rows < columns; ++rows)
    if ((!a_by_columns || runs(rows, folded.a_strides)) && (!b_by_columns || runs(rows, folded.b_strides)))
      return Tiling{rows, a_by_columns, b_by_columns};
  return std::nullopt;
}

std::uint32_t Staging::staged() const { return (is_staged(a) ? 1u : 0u) + (is_staged(b) ? 1u : 0u); }

std::optional<Staging> find_staging(const FoldedModulus& folded, std::uint32_t elements_per_vector) {
  const std::size_t columns = folded.sizes.size() - 1;
  if (folded.out_strides[columns] != 1) return std::nullopt;
  const bool whole_rows =
      folded.sizes[columns] % elements_per_vector == 0 && runs_along(columns, folded.out_strides, elements_per_vector);
  std::optional<Staging> best;
  for (std::size_t rows = 0; rows < columns; ++rows) {
    const Staging staging{rows, stored(folded.a_strides, folded, rows, elements_per_vector),
                          stored(folded.b_strides, folded, rows, elements_per_vector), whole_rows};
    if (staging.staged() > (best ? best->staged() : 0)) best = staging;
  }
  return best;
}

}  // namespace modlab::modulus
