#include "kernels/modulus/plan.h"
#pragma once

#include <cstdint>
#include <vector>

namespace modlab::modulus {

/// The rows of a group's tile have at least this many bytes, unless a matrix is smaller than that.
inline constexpr std::uint32_t kMinTileRowBytes = 128;

/// A dimension of tiles, as in shaders/indexing.hlsli.
struct TileDimension {
  std::uint32_t size;
  std::uint32_t a_stride;
  std::uint32_t b_stride;
  std::uint32_t out_stride;
  std::uint32_t divisor;
};

/// A dispatch over whole tensors.
Slice tiled_slice(const ModulusDesc& desc, const PlanLimits& limits, std::uint32_t tiles_across,
                  std::uint32_t tiles_down, std::uint32_t tiles_behind);

/// Its last constants.
void append_dimensions(std::vector<std::uint32_t>& constants, std::vector<TileDimension> dimensions);

}  // namespace modlab::modulus
