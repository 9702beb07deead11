#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "kernels/divide_up.h"
#include "kernels/modulus/plan_families.h"
#include "kernels/modulus/plan_parts.h"
#include "kernels/modulus/tiled_slice.h"

namespace modlab::modulus {
namespace {

/// How the threads of a group and the squares of a thread are arranged.
struct TileShape {
  std::uint32_t threads_across;
  std::uint32_t threads_down;
  std::uint32_t squares_down;  ///< of one thread, below each other

  [[nodiscard]] std::uint32_t down() const { return threads_down * squares_down; }
};

/// For matrices of this many squares: a group's tile is about square, with rows of at least kMinTileRowBytes,
/// unless a matrix is smaller than that.
TileShape tile_shape(const Variant& variant, std::uint32_t across, std::uint32_t down) {
  std::uint32_t wide = std::min(variant.threads, kMinTileRowBytes / variant.load_bytes);
  while (4 * wide * wide <= variant.threads * variant.per_thread && 2 * wide <= variant.threads) wide *= 2;
  wide = std::min(wide, std::bit_ceil(across));
  const std::uint32_t high = std::min(variant.threads / wide, std::bit_ceil(down));
  wide = std::min(variant.threads / high, std::bit_ceil(across));
  return {wide, high, std::min(variant.per_thread, std::bit_ceil(divide_up(down, high)))};
}

/// A tensor as tiles see it, in vectors.
struct TiledTensor {
  TiledTensor(const std::vector<std::uint64_t>& of, const Tiling& tiling, bool by_columns,
              std::uint32_t elements_per_vector)
      : strides(of),
        elements(elements_per_vector),
        step(stride(by_columns ? of.size() - 1 : tiling.rows)),
        across(by_columns ? step * elements : 1),
        down(by_columns ? 1 : step * elements) {}

  [[nodiscard]] std::uint32_t stride(std::size_t i) const { return static_cast<std::uint32_t>(strides[i] / elements); }

  const std::vector<std::uint64_t>& strides;
  std::uint32_t elements;
  std::uint32_t step;    ///< from one column to the next, or one row to the next
  std::uint32_t across;  ///< from one square to the next in its row
  std::uint32_t down;    ///< ... in its column
};

}  // namespace

KernelPlan plan_tiled(const ModulusDesc& desc, const Variant& variant, const PlanLimits& limits,
                      const FoldedModulus& folded) {
  const std::uint32_t side = variant.load_bytes / bytes_of(desc.out.type);
  const Tiling tiling = find_tiling(folded, side).value();
  const TiledTensor a(folded.a_strides, tiling, tiling.a_by_columns, side);
  const TiledTensor b(folded.b_strides, tiling, tiling.b_by_columns, side);
  const TiledTensor out(folded.out_strides, tiling, false, side);

  const std::size_t columns = folded.sizes.size() - 1;
  const std::uint32_t across = folded.sizes[columns] / side;
  const std::uint32_t down = folded.sizes[tiling.rows] / side;
  const TileShape shape = tile_shape(variant, across, down);
  const std::uint32_t tiles_across = divide_up(across, shape.threads_across);
  const std::uint32_t tiles_down = divide_up(down, shape.down());
  std::vector<TileDimension> dimensions{{across, a.across, b.across, out.across, tiles_across},
                                        {down, a.down, b.down, out.down, tiles_down}};
  std::uint32_t behind = 1;
  for (std::size_t i = columns; i-- > 0;)
    if (i != tiling.rows) {
      dimensions.push_back({folded.sizes[i], a.stride(i), b.stride(i), out.stride(i), folded.sizes[i]});
      behind *= folded.sizes[i];
    }

  KernelPlan plan = begin_plan(desc, variant, "modulus_tiled.hlsl");
  add_vector_views(plan, Divisor::tensor);
  plan.defines.push_back({"TILE_DIMENSIONS", fmt::to_string(dimensions.size())});
  plan.defines.push_back({"THREADS_ACROSS", fmt::to_string(shape.threads_across)});
  plan.defines.push_back({"THREADS_DOWN", fmt::to_string(shape.threads_down)});
  plan.defines.push_back({"SQUARES_DOWN", fmt::to_string(shape.squares_down)});
  plan.defines.push_back({"A_BY_COLUMNS", tiling.a_by_columns ? "1" : "0"});
  plan.defines.push_back({"B_BY_COLUMNS", tiling.b_by_columns ? "1" : "0"});

  const std::uint32_t squares = variant.threads * variant.per_thread;
  plan.slices.push_back(tiled_slice(desc, limits, tiles_across, tiles_down,
                                    divide_up(behind, squares / (shape.threads_across * shape.down()))));
  std::vector<std::uint32_t>& constants = plan.slices.front().constants;
  constants.insert(constants.end(), {a.step, b.step, out.step});
  append_dimensions(constants, std::move(dimensions));
  return plan;
}

}  // namespace modlab::modulus
