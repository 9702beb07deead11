#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/modulus/modulus.h"
#include "kernels/modulus/overlap.h"

namespace modlab {

/// Operators with strides of all kinds and no overlap in Out.
class RandomOperators {
 public:
  modulus::ModulusDesc next() {
    Shape sizes(number(1, kMaxDimensions));
    for (std::uint32_t& size : sizes) size = number(1, sizes.size() > 4 ? 3 : 9);
    const DataType type = std::array{DataType::u8, DataType::i16, DataType::f32}[number(0, 2)];
    modulus::ModulusDesc desc;
    desc.a = {.type = type, .sizes = sizes, .strides = operand_strides(sizes)};
    desc.b = {.type = type, .sizes = sizes, .strides = operand_strides(sizes)};
    do desc.out = {.type = type, .sizes = sizes, .strides = any_strides(sizes)};
    while (modulus::find_overlap(desc.out) != modulus::Overlap::none);
    return desc;
  }

 private:
  std::uint32_t number(std::uint32_t least, std::size_t most) {
    return std::uniform_int_distribution<std::uint32_t>(least, static_cast<std::uint32_t>(most))(random_);
  }

  /// Dimensions in any order, some with gaps between their rows, or arbitrary strides.
  std::vector<std::uint32_t> any_strides(const Shape& sizes) {
    std::vector<std::uint32_t> strides(sizes.size());
    if (number(0, 3) == 0) {
      for (std::uint32_t& stride : strides) stride = number(1, 60);
      return strides;
    }
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::shuffle(order, random_);
    std::uint32_t stride = number(1, 3);
    for (const std::size_t i : order) {
      strides[i] = stride;
      stride = stride * sizes[i] + (number(0, 1) == 0 ? 0 : number(0, 20));
    }
    return strides;
  }

  std::vector<std::uint32_t> operand_strides(const Shape& sizes) {
    std::vector<std::uint32_t> strides = any_strides(sizes);
    for (std::uint32_t& stride : strides)
      if (number(0, 4) == 0) stride = 0;
    return strides;
  }

  std::mt19937_64 random_{1};
};

}  // namespace modlab
