#include "kernels/modulus/tiled_slice.h"

#include <algorithm>
#include <bit>

#include "kernels/modulus/plan_parts.h"

namespace modlab::modulus {

Slice tiled_slice(const ModulusDesc& desc, const PlanLimits& limits, std::uint32_t tiles_across,
                  std::uint32_t tiles_down, std::uint32_t tiles_behind) {
  Slice slice = dispatch(0, tiles_across * tiles_down * tiles_behind, limits.grid_groups);
  slice.constants[1] = tiles_across;
  slice.constants[2] = tiles_down;
  slice.ranges = {ByteRange{0, storage_bytes(desc.a)}, ByteRange{0, storage_bytes(desc.b)},
                  ByteRange{0, storage_bytes(desc.out)}};
  return slice;
}

void append_dimensions(std::vector<std::uint32_t>& constants, std::vector<TileDimension> dimensions) {
  constants.resize(padded(constants.size()));
  for (const TileDimension& dimension : dimensions)
    constants.insert(constants.end(), {dimension.size, dimension.a_stride, dimension.b_stride, dimension.out_stride});
  dimensions.resize(padded(dimensions.size()));
  for (const TileDimension& dimension : dimensions)
    constants.push_back(std::bit_cast<std::uint32_t>(1.0f / static_cast<float>(std::max(dimension.divisor, 1u))));
}

}  // namespace modlab::modulus
