#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "kernels/divide_up.h"
#include "kernels/modulus/plan_families.h"
#include "kernels/modulus/plan_parts.h"
#include "kernels/modulus/tiled_slice.h"

namespace modlab::modulus {
namespace {

constexpr std::uint32_t kGroupMemoryBytes = 32'768;  // D3D11_CS_TGSM_REGISTER_COUNT words, which Direct3D 12 keeps

constexpr std::array<Named<Stored>, 4> kStoredNames{
    {{Stored::same, "same"}, {Stored::columns, "columns"}, {Stored::shifted, "shifted"}, {Stored::anyhow, "anyhow"}}};

/// A group's part of an operator's matrices. All powers of two.
struct StagedTile {
  std::uint32_t vectors_across;
  std::uint32_t rows_down;
  std::uint32_t layers;  ///< matrices behind each other
};

/// For matrices of this many rows and vectors across: about square, with rows of at least kMinTileRowBytes, unless
/// a matrix is smaller than that.
StagedTile staged_tile(const Variant& variant, std::uint32_t across, std::uint32_t rows, std::uint32_t per_vector) {
  const std::uint32_t vectors = variant.threads * variant.per_thread;
  const std::uint32_t most_down = std::max(std::bit_ceil(rows), per_vector);
  std::uint32_t wide = std::min(vectors / per_vector, kMinTileRowBytes / variant.load_bytes);
  while (4 * wide * wide * per_vector <= vectors) wide *= 2;
  wide = std::min(wide, std::bit_ceil(across));
  const std::uint32_t high = std::min(vectors / wide, most_down);
  wide = std::min(vectors / high, std::bit_ceil(across));
  return {wide, high, vectors / (wide * high)};
}

/// An operator's staging and tiles.
struct StagedMatrices {
  StagedMatrices(const ModulusDesc& desc, const Variant& variant, const FoldedModulus& folded, const Staging& found)
      : staging(found),
        per_vector(variant.load_bytes / bytes_of(desc.out.type)),
        columns(folded.sizes.back()),
        rows(folded.sizes[found.rows]),
        across(divide_up(columns + (found.whole_rows ? 0 : per_vector - 1), per_vector)),
        tile(staged_tile(variant, across, rows, per_vector)) {}

  /// As shaders/modulus_staged.hlsl declares it.
  [[nodiscard]] std::uint32_t group_memory_bytes(DataType type) const {
    const std::uint32_t staged_columns = (tile.vectors_across + (staging.whole_rows ? 0 : 1)) * per_vector;
    const std::uint32_t column_words = tile.rows_down * bytes_of(type) / kWordBytes;
    return staging.staged() * tile.layers * staged_columns * (column_words + 1) * kWordBytes;
  }

  Staging staging;
  std::uint32_t per_vector;
  std::uint32_t columns;
  std::uint32_t rows;
  std::uint32_t across;  ///< vectors of the longest row
  StagedTile tile;
};

}  // namespace

KernelPlan plan_staged(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                       const FoldedModulus& folded) {
  const std::uint32_t per_vector = variant.load_bytes / bytes_of(desc.out.type);
  const StagedMatrices matrices(desc, variant, folded, find_staging(folded, per_vector).value());
  const StagedTile& tile = matrices.tile;
  const std::size_t rows = matrices.staging.rows;
  const std::size_t columns = folded.sizes.size() - 1;
  const std::uint32_t tiles_across = divide_up(matrices.across, tile.vectors_across);
  const std::uint32_t tiles_down = divide_up(matrices.rows, tile.rows_down);
  std::vector<TileDimension> dimensions;
  const auto add = [&](std::size_t i, std::uint32_t divisor) {
    const auto stride = [i](const std::vector<std::uint64_t>& of) { return static_cast<std::uint32_t>(of[i]); };
    dimensions.push_back(
        {folded.sizes[i], stride(folded.a_strides), stride(folded.b_strides), stride(folded.out_strides), divisor});
  };
  add(columns, tiles_across);
  add(rows, tiles_down);
  std::uint32_t behind = 1;
  for (std::size_t i = columns; i-- > 0;)
    if (i != rows) {
      add(i, folded.sizes[i]);
      behind *= folded.sizes[i];
    }

  KernelPlan plan = begin_plan(desc, variant, "modulus_staged.hlsl");
  add_vector_views(plan, Divisor::tensor);
  plan.defines.push_back({"TILE_DIMENSIONS", fmt::to_string(dimensions.size())});
  plan.defines.push_back({"VECTORS_ACROSS", fmt::to_string(tile.vectors_across)});
  plan.defines.push_back({"ROWS_DOWN", fmt::to_string(tile.rows_down)});
  plan.defines.push_back({"LAYERS", fmt::to_string(tile.layers)});
  plan.defines.push_back(operand_define("A_STORED", "STORED", name_in(kStoredNames, matrices.staging.a)));
  plan.defines.push_back(operand_define("B_STORED", "STORED", name_in(kStoredNames, matrices.staging.b)));
  plan.defines.push_back({"WHOLE_ROWS", matrices.staging.whole_rows ? "1" : "0"});
  plan.slices.push_back(tiled_slice(desc, limits, tiles_across, tiles_down, divide_up(behind, tile.layers)));
  append_dimensions(plan.slices.front().constants, std::move(dimensions));
  return plan;
}

bool fits_group_memory(const ModulusDesc& desc, const Variant& variant, const FoldedModulus& folded,
                       const Staging& staging) {
  return StagedMatrices(desc, variant, folded, staging).group_memory_bytes(desc.out.type) <= kGroupMemoryBytes;
}

}  // namespace modlab::modulus
