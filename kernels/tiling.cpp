#include "kernels/tiling.h"

#include <algorithm>
#include <vector>

namespace modlab {
namespace {

using Strides = std::vector<std::uint64_t>;

/// Whether one dimension's elements follow each other and all else starts at multiples of `aligned` elements.
bool runs_along(const Strides& strides, std::size_t dimension, std::uint64_t aligned) {
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (i == dimension ? strides[i] != 1 : strides[i] % aligned != 0) return false;
  return true;
}

}  // namespace

std::optional<Tiling> find_tiling(const FoldedModulus& folded, std::uint32_t elements_a_word,
                                  std::uint32_t elements_a_vector) {
  const std::size_t columns = folded.sizes.size() - 1;
  const auto by_rows = [&](const Strides& strides) { return runs_along(strides, columns, elements_a_word); };
  if (!by_rows(folded.out_strides) || folded.sizes[columns] % elements_a_word != 0) return std::nullopt;
  Tiling tiling{.rows = 0, .a_by_columns = !by_rows(folded.a_strides), .b_by_columns = !by_rows(folded.b_strides)};
  if (!tiling.a_by_columns && !tiling.b_by_columns) return std::nullopt;
  for (; tiling.rows < columns; ++tiling.rows) {
    const auto by_columns = [&](const Strides& strides) { return runs_along(strides, tiling.rows, elements_a_vector); };
    if (folded.sizes[tiling.rows] % elements_a_vector == 0 && (!tiling.a_by_columns || by_columns(folded.a_strides)) &&
        (!tiling.b_by_columns || by_columns(folded.b_strides)))
      return tiling;
  }
  return std::nullopt;
}

}  // namespace modlab
